import type { TokenEntry } from '../../controls/tokens.ts';
import { formatCell } from '../text.ts';
import { useApp } from './context.ts';
import { useLoaded } from './use-loaded.ts';

/** Returns the tokens of the mock, newest first. Other programs can change them. Undefined until they are loaded. */
export function useTokens(): readonly TokenEntry[] | undefined {
  const { session } = useApp();
  const loaded = useLoaded(() => session.control.call('GET /tokens'), [session.settingsVersion.value]);
  return loaded?.tokens.toReversed();
}

/** Returns the users of the tokens, each with a label. The user of the mock's own token is last. */
export function useUsers(): readonly { readonly value: string; readonly label: string }[] {
  const tokens = useTokens() ?? [];
  const own = useApp().session.state.value?.token;
  const owner = tokens.find(({ token }) => token === own)?.user;
  const users = new Set(tokens.map(({ user }) => user).filter((user) => user !== owner));
  return [
    ...Array.from(users, (user) => ({ value: user, label: formatCell(user, 40) })),
    ...(owner === undefined ? [] : [{ value: owner, label: 'the mock’s token' }]),
  ];
}
