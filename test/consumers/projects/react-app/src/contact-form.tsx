import { type ContactUpdate, toFormErrors } from 'masterdata-sdk';
import { type FormEvent, useState } from 'react';

export function ContactForm({ onSave }: { onSave: (contact: ContactUpdate) => Promise<unknown> }) {
  const [errors, setErrors] = useState<{ root?: string; email?: string }>({});

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get('email'));
    setErrors(
      await onSave({ email }).then(
        () => ({}),
        (error: unknown) => toFormErrors(error, ['email']),
      ),
    );
  }

  return (
    <form onSubmit={(event) => void submit(event)}>
      <label>
        Email <input name="email" /> <em>{errors.email}</em>
      </label>
      <button type="submit">Save</button>
      <p role="alert">{errors.root}</p>
    </form>
  );
}
