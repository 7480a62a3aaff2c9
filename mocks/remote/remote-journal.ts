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
  const list = async <Name extends OperationName>(operation?: Name): Promise<readonly JournalEntry<Name>[]> => {
    if (operation !== undefined) await checkOperation(operation);
    return (await control.get<{ entries: readonly JournalEntry<Name>[] }>('journal', { query: { operation } })).entries;
  };
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
    async last<Name extends OperationName>(operation?: Name) {
      if (operation !== undefined) await checkOperation(operation);
      return control.get<JournalEntry<Name>>('journal/last', { query: { operation } });
    },
    async summaries(options = {}) {
      const { parseSummariesOptions } = await import('../controls/journal.ts');
      const { operation, after, limit } = parseSummariesOptions(options);
      if (limit === 0) return [];
      const query = { summary: true, operation, after, limit };
      return (await control.get<{ entries: readonly JournalSummary[] }>('journal', { query })).entries;
    },
    waitFor: (operation, options) => waitFor(control, operation, options),
    clear: () => control.delete('journal'),
    toHar: (baseUrl) => control.get<HarLog>('journal.har', { query: { baseUrl } }),
  };
}

/** The server checks texts. It would get other values as texts. */
async function checkOperation(operation: unknown): Promise<void> {
  if (typeof operation === 'string') return;
  const shared: typeof import('../shared/parse-options.ts') = await import('../shared/parse-options.ts');
  shared.assertOperation(operation);
}

async function waitFor<Name extends OperationName>(
  control: ControlClient,
  operation: Name,
  options: WaitOptions<Name> = {},
): Promise<JournalEntry<Name>> {
  await checkOperation(operation);
  checkWaitOptions(options);
  const { where, timeout = defaultTimeout, signal } = options;
  const deadline = performance.now() + timeout;
  // Ids are whole numbers, which the control API requires.
  let after = Math.max(0, Math.floor(options.after ?? 0));
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
