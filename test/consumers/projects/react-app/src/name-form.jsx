import { useForm } from '@tanstack/react-form';
import { customerCreateSchema } from 'masterdata-sdk/schemas';

// A Standard Schema is a validator of TanStack Form as it is.
export function NameForm({ onSave }) {
  const form = useForm({
    defaultValues: { name: '', type: 'company', logo: undefined },
    validators: { onSubmit: customerCreateSchema },
    onSubmit: ({ value }) => onSave(value),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        form.handleSubmit();
      }}
    >
      <form.Field name="logo">
        {(field) => (
          <label>
            Logo <input onChange={({ target }) => field.handleChange(target.value)} />{' '}
            <em>{field.state.meta.errors.map(({ message }) => message).join(', ')}</em>
          </label>
        )}
      </form.Field>
      <button type="submit">Save</button>
    </form>
  );
}
