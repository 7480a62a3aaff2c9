import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { type Address, toFormErrors } from 'masterdata-sdk';
import { addressCreateSchema } from 'masterdata-sdk/schemas';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

const fields = ['address_line1', 'postal_code', 'city', 'country'] as const;
const text = z.string().check(z.minLength(1, 'is required'));
// Schemas of the SDK are objects of zod/mini: pick the fields of your form, and add your own rules.
const { type, country } = addressCreateSchema.shape;
const schema = z.object({ type, address_line1: text, postal_code: text, city: text, country });

export type AddressValues = z.infer<typeof schema>;

interface Props {
  address: Partial<Address>;
  onSave: (values: AddressValues) => Promise<unknown>;
}

export function AddressForm({ address, onSave }: Props) {
  const { address_line1 = '', postal_code = '', city = '', country = '' } = address;
  const { register, handleSubmit, setError, formState } = useForm<AddressValues>({
    defaultValues: {
      type: address.type === 'shipping' ? 'shipping' : 'billing',
      address_line1,
      postal_code,
      city,
      country,
    },
    resolver: standardSchemaResolver(schema),
  });

  async function submit(values: AddressValues) {
    try {
      await onSave(values);
    } catch (error) {
      // The service checks more than a schema can.
      const errors = toFormErrors(error, fields);
      for (const name of [...fields, 'root'] as const) if (errors[name]) setError(name, { message: errors[name] });
    }
  }

  return (
    <form onSubmit={handleSubmit(submit)}>
      {fields.map((name) => (
        <label key={name}>
          {name} <input {...register(name)} /> <em>{formState.errors[name]?.message}</em>
        </label>
      ))}
      <button type="submit" disabled={formState.isSubmitting}>
        Save
      </button>
      <p role="alert">{formState.errors.root?.message}</p>
    </form>
  );
}
