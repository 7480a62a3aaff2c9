import { useRef } from 'preact/hooks';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icons.tsx';
import { useApp } from './context.ts';

/** Says that the mock cannot be reached. What is visible is as old as the connection. */
export function ConnectionBanner() {
  const { session } = useApp();
  const isLost = session.connection.value === 'lost';
  const wasLost = useRef(false);
  wasLost.current ||= isLost;
  const { status, message } = session.failure.value ?? {};
  const reason = status === undefined ? 'The mock server is not reachable.' : message;
  return (
    <div role="status" class={isLost ? 'banner' : 'hidden'}>
      {isLost ? (
        <>
          <Icon name="warning" />
          <span>{reason} Data on this page may be old. Trying to reconnect …</span>
          <Button onClick={() => session.connect()}>Try now</Button>
        </>
      ) : (
        wasLost.current && 'The mock server is reachable again.'
      )}
    </div>
  );
}
