import { useApp } from '../../app/context.ts';
import { Section } from '../../components/section.tsx';
import { ClientOptions } from './client-options.tsx';
import { IssueForm } from './issue-form.tsx';
import { TokenList } from './token-list.tsx';
import { useTokens } from './use-tokens.ts';

/** Issues tokens with permissions, and lists all tokens of the mock. */
export function TokensView() {
  const state = useApp().session.state.value;
  const { tokens, load } = useTokens();
  return (
    <>
      <header class="page-head">
        <h1>Tokens</h1>
      </header>
      <div class="page-body">
        <div class="sections">
          <Section title="Issue a token">
            <IssueForm tokens={tokens} onIssued={load} />
          </Section>
          {state && (
            <Section title="Use the token of the mock">
              <ClientOptions {...state} />
            </Section>
          )}
          <Section title="All tokens" isFlush isWide>
            <TokenList tokens={tokens} own={state?.token} onChange={load} />
          </Section>
        </div>
      </div>
    </>
  );
}
