import type { OperationName } from '../../src/contract/operations.ts';
import type { WaitOptions } from '../controls/journal.ts';
import type { JournalEntry } from '../controls/journal-entry.ts';
import { checkWaitOptions, defaultTimeout, describeMissing } from '../controls/journal-timeout.ts';
import { type ControlClient, orIfMissing } from './control-client.ts';
import { longestPoll, type RemoteJournal } from './types.ts';

/** Creates the journal of a mock in another process. */
export function createRemoteJournal(control: ControlClient): RemoteJournal {
  const list = async <Name extends OperationName>(operation?: Name): Promise<readonly JournalEntry<Name>[]> => {
    if (operation !== undefined) await checkOperation(operation);
    const { entries } = await control.call('GET /journal', { query: { operation } });
    return entries.filter((entry) => 'response' in entry).filter((entry) => isEntryOf(entry, operation));
  };
  return {
    get limit() {
      return control.call('GET /state').then(({ journalLimit }) => journalLimit);
    },
    get size() {
      return control.call('GET /state').then(({ journal }) => journal);
    },
    list,
    get: (id) =>
      orIfMissing(() => control.call('GET /journal/{id}', { params: { id: String(Number(id)) } }), undefined),
    changes: async (id) =>
      (await control.call('GET /journal/{id}/changes', { params: { id: String(Number(id)) } })).changes,
    find: async (matches) => (await list()).findLast(matches),
    async last<Name extends OperationName>(operation?: Name) {
      if (operation !== undefined) await checkOperation(operation);
      return control.call('GET /journal/last', { query: { operation } });
    },
    async summaries(options = {}) {
      const { parseSummariesOptions } = await import('../controls/journal.ts');
      const { operation, after, limit } = parseSummariesOptions(options);
      if (limit === 0) return [];
      const query = { summary: true, operation, after, limit };
      const { entries } = await control.call('GET /journal', { query });
      return entries.filter((entry) => 'status' in entry);
    },
    waitFor: (operation, options) => waitFor(control, operation, options),
    clear: async () => void (await control.call('DELETE /journal')),
    toHar: (baseUrl) => control.call('GET /journal.har', { query: { baseUrl } }),
  };
}

/** The server checks texts. It would get other values as texts. */
async function checkOperation(operation: unknown): Promise<void> {
  if (typeof operation === 'string') return;
  const shared: typeof import('../shared/parse-options.ts') = await import('../shared/parse-options.ts');
  shared.assertOperation(operation);
}

/** Whether an entry belongs to an operation, which determines the type of its body. Undefined stands for any. */
function isEntryOf<Name extends OperationName>(
  entry: JournalEntry,
  name: Name | undefined,
): entry is JournalEntry<Name> {
  return name === undefined || entry.operation === name;
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
      const entry = await control.call('GET /journal/wait', { query, signal });
      if (isEntryOf(entry, operation) && (where === undefined || where(entry))) return entry;
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
