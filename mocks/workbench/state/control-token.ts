import { decodeSegment } from '../../shared/router.ts';
import { readItem, writeItem } from './storage.ts';

/** Each sandbox has a control token of its own. */
const key = `masterdata-workbench-token ${location.pathname}`;

/**
 * Returns the control token: from the fragment of the printed address (`#token=…`), which is then removed from the
 * address, or from an earlier visit in this tab.
 */
export function takeControlToken(): string | undefined {
  const [, encoded] = /^#token=(.+)$/.exec(location.hash) ?? [];
  if (encoded === undefined) return readItem('sessionStorage', key) || undefined;
  const token = decodeSegment(encoded);
  keepControlToken(token);
  history.replaceState(null, '', location.pathname);
  return token;
}

export function keepControlToken(token: string): void {
  writeItem('sessionStorage', key, token);
}
