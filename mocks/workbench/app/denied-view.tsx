import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { TextField } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { useApp } from './context.ts';

/** Asks for the control token. */
export function DeniedView() {
  const { session } = useApp();
  const [token, setToken] = useState('');
  return (
    <Form class="token-form" onSubmit={() => session.authenticate(token.trim())}>
      <h1>This mock needs its control token</h1>
      <p class="muted">The command prints it when it starts, in the address of the workbench after #token=.</p>
      <TextField label="Control token" type="password" value={token} onChange={setToken} />
      <Button type="submit" kind="primary" disabled={token.trim() === ''}>
        Open the workbench
      </Button>
    </Form>
  );
}
