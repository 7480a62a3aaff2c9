import { standardSchemaResolver } from '@hookform/resolvers/standard-schema';
import { isValidationError } from 'masterdata-sdk';
import { addressUpdateSchema } from 'masterdata-sdk/schemas';
import { useForm } from 'react-hook-form';
import * as z from 'zod/mini';

const fields = ['address_line1', 'postal_code', 'city', 'country'];
const text = z.string().check(z.minLength(1, 'is required'));
// Schemas of the SDK are objects of zod/mini: pick the fields of your form, and add your own rules.
const { type, country } = addressUpdateSchema.shape;
const schema = z.object({ type, address_line1: text, postal_code: text, city: text, country });

export function AddressForm({ address, onSave }) {
  const { register, handleSubmit, setError, formState } = useForm({
    defaultValues: { address_line1: '', postal_code: '', city: '', country: '', ...address },
    resolver: standardSchemaResolver(schema),
  });

  async function submit(values) {
    try {
      await onSave(values);
    } catch (error) {
      // The service checks more than a schema can. Show its issues at the fields.
      if (!isValidationError(error)) setError('root', { message: error.message });
      else for (const { path, message } of error.issues) setError(path, { message });
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
