import type { OperationName } from '../../src/contract/operations.ts';
import type { ControlState } from '../control-api/routes/state.ts';
import type { HarLog } from '../controls/har.ts';
import type { WaitOptions } from '../controls/journal.ts';
import type { JournalEntry, JournalSummary } from '../controls/journal-entry.ts';
import { checkWaitOptions, defaultTimeout, describeMissing } from '../controls/journal-timeout.ts';
import { type ControlClient, orIfMissing } from './control-client.ts';
import { longestPoll, type RemoteJournal } from './types.ts';

/** Creates the journal of a mock in another process. */
export function createRemoteJournal(control: ControlClient): RemoteJournal {
  const list = async <Name extends OperationName>(operation?: Name): Promise<readonly JournalEntry<Name>[]> =>
    (await control.get<{ entries: readonly JournalEntry<Name>[] }>('journal', { query: { operation } })).entries;
  return {
    get limit() {
      return control.get<ControlState>('state').then(({ journalLimit }) => journalLimit);
    },
    get size() {
      return control.get<ControlState>('state').then(({ journal }) => journal);
    },
    list,
    get: (id) => orIfMissing(() => control.get<JournalEntry>(`journal/${Number(id)}`), undefined),
    find: async (matches) => (await list()).findLast(matches),
    last: <Name extends OperationName>(operation?: Name) =>
      control.get<JournalEntry<Name>>('journal/last', { query: { operation } }),
    summaries: async () =>
      (await control.get<{ entries: readonly JournalSummary[] }>('journal', { query: { summary: true } })).entries,
    waitFor: (operation, options) => waitFor(control, operation, options),
    clear: () => control.delete('journal'),
    toHar: (baseUrl) => control.get<HarLog>('journal.har', { query: { baseUrl } }),
  };
}

async function waitFor<Name extends OperationName>(
  control: ControlClient,
  operation: Name,
  options: WaitOptions<Name> = {},
): Promise<JournalEntry<Name>> {
  checkWaitOptions(options);
  const { where, timeout = defaultTimeout, signal } = options;
  const deadline = performance.now() + timeout;
  let { after = 0 } = options;
  for (;;) {
    const left = Math.max(0, Math.ceil(deadline - performance.now()));
    const query = { operation, after, timeout: Math.min(left, longestPoll) };
    try {
      const entry = await control.get<JournalEntry<Name>>('journal/wait', { query, signal });
      if (where === undefined || where(entry)) return entry;
      after = entry.id;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      if (left > longestPoll) continue;
      throw new RangeError(
        error.message.replace(describeMissing(operation, query), describeMissing(operation, options)),
      );
    }
  }
}
