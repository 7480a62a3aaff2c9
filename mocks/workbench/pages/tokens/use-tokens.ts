import { useEffect, useState } from 'preact/hooks';
import type { TokenEntry } from '../../../controls/tokens.ts';
import { useApp } from '../../app/context.ts';
import { latest } from '../../state/latest.ts';

/** Returns the tokens of the mock, newest first. Other programs can change them too. */
export function useTokens() {
  const { session, run } = useApp();
  const [tokens, setTokens] = useState<readonly TokenEntry[]>([]);
  const [load] = useState(() =>
    latest(
      () => session.control.call('GET /tokens'),
      (found) => setTokens(found.tokens.toReversed()),
    ),
  );
  const version = session.settingsVersion.value;
  useEffect(() => void run(load), [session, version]);
  return { tokens, load };
}
