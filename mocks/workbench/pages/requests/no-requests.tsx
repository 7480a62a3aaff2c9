import { useApp } from '../../app/context.ts';
import { toCurl } from '../../code/curl.ts';
import { Button } from '../../components/button.tsx';
import { CodeView } from '../../components/code-view.tsx';
import { EmptyState } from '../../components/empty-state.tsx';

/** Says how to send a first request. */
export function NoRequests() {
  const { session } = useApp();
  const { baseUrl = '', token } = session.state.value ?? {};
  return (
    <EmptyState icon="requests" title="No requests yet">
      <p>Each request to the mock appears here. Send one with your app, with curl, or with this button:</p>
      <Button kind="primary" icon="send" onClick={() => session.send('/api/customers')}>
        List the customers
      </Button>
      <CodeView
        label="curl command"
        language="text"
        text={toCurl({ method: 'GET', url: `${baseUrl}/api/customers`, token })}
      />
    </EmptyState>
  );
}
