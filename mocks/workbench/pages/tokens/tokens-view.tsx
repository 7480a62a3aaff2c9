import { useApp } from '../../app/context.ts';
import { quote } from '../../code/literal.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, CopyButton } from '../../components/button.tsx';
import { CodeView } from '../../components/code-view.tsx';
import { Section } from '../../components/section.tsx';
import { IssueForm } from './issue-form.tsx';
import { type IssuedToken, issuedTokensOf } from './issued-tokens.ts';

/** Issues tokens with permissions, and shows those of this page. */
export function TokensView() {
  const app = useApp();
  const issued = issuedTokensOf(app);
  const { token, baseUrl = '' } = app.session.state.value ?? {};
  const revoke = async ({ token: revoked }: IssuedToken) => {
    await app.session.control.delete(`tokens/${encodeURIComponent(revoked)}`);
    issued.value = issued.value.filter((each) => each.token !== revoked);
    app.toasts.show('Revoked the token. Calls with it now get 401.');
  };
  return (
    <>
      <header class="page-head">
        <h1>Tokens</h1>
      </header>
      <div class="page-body">
        <div class="sections">
          <Section title="Token of the mock">
            {token === undefined ? (
              <p class="muted">The mock does not show its token.</p>
            ) : (
              <>
                <TokenText token={token} />
                <p class="muted">It permits what the mock was started with: by default, all operations.</p>
                <CodeView
                  label="Client options"
                  language="text"
                  text={`new MasterDataClient({\n  baseUrl: ${quote(baseUrl)},\n  apiToken: ${quote(token)},\n});`}
                />
              </>
            )}
          </Section>
          <Section title="Issue a token">
            <IssueForm
              onIssued={(added) => {
                issued.value = [added, ...issued.value];
              }}
            />
          </Section>
          <Section title="Issued here" isFlush isWide>
            {issued.value.length === 0 ? (
              <p class="section-note">
                No token yet. Issue one with few permissions, and use it in your app or in the Explorer to see a 403.
              </p>
            ) : (
              <ul class="rows">
                {issued.value.map((each) => (
                  <li key={each.token}>
                    <TokenText token={each.token} />
                    {each.permissions.map((permission) => (
                      <Badge key={permission}>{permission}</Badge>
                    ))}
                    <span class="spacer" />
                    <Button kind="danger" onClick={() => revoke(each)} label={`Revoke ${each.token}`}>
                      Revoke
                    </Button>
                  </li>
                ))}
              </ul>
            )}
          </Section>
        </div>
      </div>
    </>
  );
}

function TokenText({ token }: { token: string }) {
  return (
    <span class="token-text">
      <code>{token}</code>
      <CopyButton text={() => token} label="Copy token" />
    </span>
  );
}
