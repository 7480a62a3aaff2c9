import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { useTokens } from '../../app/use-tokens.ts';
import { toConstructorCode } from '../../code/constructor-code.ts';
import { CodeView } from '../../components/code-view.tsx';
import { Section } from '../../components/section.tsx';
import { IssueForm } from './issue-form.tsx';
import { TokenList, TokenText } from './token-list.tsx';

/** Issues tokens with permissions, and lists all tokens of the mock. */
export function TokensView() {
  const { session } = useApp();
  const state = session.state.value;
  const tokens = useTokens() ?? [];
  const workspaces = useLoaded(() => session.queryRows('workspaces', { limit: 100 }), []) ?? [];
  return (
    <>
      <header class="page-head">
        <h1>Tokens</h1>
      </header>
      <div class="page-body">
        <div class="sections tokens">
          <Section title="Issue a token">
            <IssueForm tokens={tokens} workspaces={workspaces} />
          </Section>
          {state && (
            <Section title="Use the token of the mock">
              <TokenText token={state.token} />
              <p class="muted">It permits what the mock was started with: by default, all operations.</p>
              <CodeView label="Client options" language="ts" text={toConstructorCode(state.baseUrl, state.token)} />
            </Section>
          )}
          <Section title="All tokens" isFlush isWide>
            <TokenList tokens={tokens} own={state?.token} workspaces={workspaces} />
          </Section>
        </div>
      </div>
    </>
  );
}
