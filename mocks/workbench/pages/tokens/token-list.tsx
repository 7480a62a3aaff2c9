import type { TokenEntry } from '../../../controls/tokens.ts';
import { labelOf } from '../../../store/fields.ts';
import { useApp } from '../../app/context.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, CopyButton } from '../../components/button.tsx';
import type { Row } from '../../state/session.ts';
import { formatCell } from '../../text.ts';

interface TokenListProps {
  readonly tokens: readonly TokenEntry[];
  /** The token of the mock, which the workbench itself uses in requests. */
  readonly own: string | undefined;
  readonly workspaces: readonly Row[];
}

/** All tokens with their permissions and users, and their workspace if there are several. */
export function TokenList({ tokens, own, workspaces }: TokenListProps) {
  const { session, toasts } = useApp();
  const revoke = async (entry: TokenEntry) => {
    await session.control.call('DELETE /tokens/{token}', { params: { token: entry.token } });
    await session.refresh();
    toasts.show('Revoked the token. Calls with it now get 401.', async () => {
      await session.control.call('POST /tokens', { body: entry });
      await session.refresh();
    });
  };
  const workspaceName = (id: string) => {
    const row = workspaces.find((each) => each['id'] === id);
    return formatCell(row ? labelOf(row) : id, 60);
  };
  if (tokens.every(({ token }) => token === own)) {
    return (
      <p class="section-note">
        Only the token of the mock. Issue one with few permissions, and use it in your app or in the Explorer to see a
        403.
      </p>
    );
  }
  return (
    <ul class="rows">
      {tokens.map((entry) => {
        const { token, permissions, workspace, user } = entry;
        return (
          <li key={token}>
            <TokenText token={token} />
            {token === own && <Badge tone="accent">token of the mock</Badge>}
            {permissions.length === 0 && <Badge>no permission</Badge>}
            {permissions.map((permission) => (
              <Badge key={permission}>{permission === '*' ? 'all operations' : permission}</Badge>
            ))}
            <span class="muted truncate">user {formatCell(user, 40)}</span>
            {workspaces.length > 1 && <span class="muted truncate">{workspaceName(workspace)}</span>}
            <span class="spacer" />
            {token !== own && (
              <Button kind="danger" onClick={() => revoke(entry)} label={`Revoke ${token}`}>
                Revoke
              </Button>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** A token with a button that copies it. */
export function TokenText({ token }: { token: string }) {
  return (
    <span class="token-text">
      <code>{token}</code>
      <CopyButton text={() => token} label={`Copy token ${token}`} />
    </span>
  );
}
