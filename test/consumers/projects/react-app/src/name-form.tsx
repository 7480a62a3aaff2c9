import { useForm } from '@tanstack/react-form';
import { type CustomerCreate, toFormErrors } from 'masterdata-sdk';
import { customerCreateSchema } from 'masterdata-sdk/schemas';

const defaultValues: CustomerCreate = { name: '', type: 'company' };

export function NameForm({ onSave }: { onSave: (customer: CustomerCreate) => Promise<unknown> }) {
  const form = useForm({
    defaultValues,
    // A Standard Schema is a validator of TanStack Form as it is.
    validators: { onSubmit: customerCreateSchema },
    onSubmit: async ({ value, formApi }) => {
      try {
        await onSave(value);
      } catch (error) {
        const { root, ...fields } = toFormErrors(error, ['name', 'logo']);
        formApi.setErrorMap({ onSubmit: { form: root, fields } });
      }
    },
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void form.handleSubmit();
      }}
    >
      {(['name', 'logo'] as const).map((name) => (
        <form.Field key={name} name={name}>
          {({ handleChange, state }) => (
            <label>
              {name} <input name={name} onChange={({ target }) => handleChange(target.value || undefined)} />{' '}
              <em>
                {state.meta.errors.map((error) => (typeof error === 'string' ? error : error?.message)).join(', ')}
              </em>
            </label>
          )}
        </form.Field>
      ))}
      <button type="submit">Save</button>
      <form.Subscribe selector={({ errorMap }) => errorMap.onSubmit}>
        {(error) => <p role="alert">{typeof error === 'string' ? error : ''}</p>}
      </form.Subscribe>
    </form>
  );
}
