import { useEffect } from 'preact/hooks';
import { useApp } from '../../app/context.ts';
import { useLatest } from '../../app/use-latest.ts';
import { toConstructorCode } from '../../code/constructor-code.ts';
import { CodeView } from '../../components/code-view.tsx';
import { Section } from '../../components/section.tsx';
import { IssueForm } from './issue-form.tsx';
import { TokenList } from './token-list.tsx';
import { TokenText } from './token-text.tsx';

/** Issues tokens with permissions, and lists all tokens of the mock. */
export function TokensView() {
  const { session, run } = useApp();
  const state = session.state.value;
  // Newest first. Other programs can change them too.
  const { value: tokens = [], load } = useLatest(async () =>
    (await session.control.call('GET /tokens')).tokens.toReversed(),
  );
  useEffect(() => void run(load), [session.settingsVersion.value]);
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
              <TokenText token={state.token} />
              <p class="muted">It permits what the mock was started with: by default, all operations.</p>
              <CodeView label="Client options" language="text" text={toConstructorCode(state.baseUrl, state.token)} />
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
