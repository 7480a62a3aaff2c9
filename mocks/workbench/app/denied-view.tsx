import { useState } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { TextField } from '../components/field.tsx';
import { Form } from '../components/form.tsx';
import { useApp } from './context.ts';

/** Tells why the server rejects the page, or asks for the control token. */
export function DeniedView() {
  const { session } = useApp();
  const { status, message } = session.failure.value ?? {};
  if (status !== 403) return <TokenForm />;
  return (
    <EmptyState icon="warning" title="The server rejects this page">
      <p>{message}</p>
      <Button onClick={() => session.connect()}>Try again</Button>
    </EmptyState>
  );
}

function TokenForm() {
  const { session } = useApp();
  const [token, setToken] = useState('');
  const [first] = useState(session.failure.peek());
  const isWrong = token === '' && (session.control.hasToken || session.failure.value !== first);
  return (
    <Form
      class="token-form"
      onSubmit={() => {
        session.authenticate(token.trim());
        setToken('');
      }}
    >
      <h1>This mock needs its control token</h1>
      <p class="muted">
        The command prints it to a terminal, in the address of the workbench. To choose it, set MASTERDATA_CONTROL_TOKEN
        and start the command again.
      </p>
      <TextField
        label="Control token"
        type="password"
        value={token}
        missing="Paste the token."
        error={isWrong ? 'The last token is not valid. Was the server started again?' : undefined}
        onChange={setToken}
      />
      <Button type="submit" kind="primary" disabled={token.trim() === ''}>
        Open the workbench
      </Button>
    </Form>
  );
}
