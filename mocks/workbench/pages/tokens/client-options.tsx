import type { ControlState } from '../../../control-api/routes/state.ts';
import { toConstructorCode } from '../../code/constructor-code.ts';
import { CodeView } from '../../components/code-view.tsx';
import { TokenText } from './token-text.tsx';

/** The token of the mock, and a client that uses it. */
export function ClientOptions({ baseUrl, token }: Pick<ControlState, 'baseUrl' | 'token'>) {
  return (
    <>
      <TokenText token={token} />
      <p class="muted">It permits what the mock was started with: by default, all operations.</p>
      <CodeView label="Client options" language="text" text={toConstructorCode(baseUrl, token)} />
    </>
  );
}
