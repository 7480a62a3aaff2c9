import type { OperationName } from '../../src/contract/operations.ts';
import type { JournalEntry } from '../controls/journal-entry.ts';
import type { WaitOptions } from '../controls/mock-journal.ts';
import { describeMissingEntry, parseWaitOptions, summariesOptionNames } from '../controls/mock-journal.ts';
import { assertListOptions } from '../shared/assert-option-names.ts';
import { type OperationReference, operationName } from '../shared/operation-reference.ts';
import { synchronous } from '../shared/synchronous.ts';
import { type ControlClient, longestPoll, orIfMissing } from './control-client.ts';
import type { RemoteJournal } from './types.ts';

/** Creates the journal of a mock in another process. */
export function createRemoteJournal(control: ControlClient): RemoteJournal {
  const ofEntry = (id: number) => ({ params: { id: String(Number(id)) } });
  async function list(): Promise<readonly JournalEntry[]>;
  async function list<Name extends OperationReference>(operation: Name): Promise<readonly JournalEntry<Name>[]>;
  async function list<Name extends OperationReference>(reference?: Name): Promise<readonly JournalEntry<Name>[]> {
    const operation = reference === undefined ? undefined : nameOf(reference);
    return (await listEntries(control, { operation })).filter((entry) => isEntryOf<Name>(entry, operation));
  }
  return {
    get limit() {
      return control.call('GET /state').then(({ journalLimit }) => journalLimit);
    },
    get size() {
      return control.call('GET /state').then(({ journal }) => journal);
    },
    list,
    get: (id) => orIfMissing(() => control.call('GET /journal/{id}', ofEntry(id)), undefined),
    async changes(id) {
      const read = () => control.call('GET /journal/{id}/changes', ofEntry(id));
      return (await orIfMissing(read, { changes: [] })).changes;
    },
    async find(matches) {
      const accepts = synchronous('journal.find', matches);
      return (await list()).findLast(accepts);
    },
    async last<Name extends OperationReference>(reference?: Name) {
      const operation = reference === undefined ? undefined : nameOf(reference);
      return control.call('GET /journal/last', { query: { operation } });
    },
    async summaries(options = {}) {
      assertListOptions('summaries', options, summariesOptionNames);
      if (options.limit === 0) return [];
      const operation = options.operation === undefined ? undefined : nameOf(options.operation);
      const { entries } = await control.call('GET /journal', { query: { ...options, operation, summary: true } });
      return entries.filter((entry) => 'status' in entry);
    },
    waitFor: (operation, options) => waitFor(control, operation, options),
    clear: async () => void (await control.call('DELETE /journal')),
    toHar: (baseUrl) => control.call('GET /journal.har', { query: { baseUrl } }),
  };
}

/** Returns the name of an operation, which the server checks. */
function nameOf(operation: OperationReference | string): OperationName {
  // Or the name of an operation of your own, which no type knows.
  return String(operationName(operation)) as OperationName;
}

/** Whether an entry belongs to an operation, which determines the type of its body. Undefined stands for any. */
function isEntryOf<Reference extends OperationReference>(
  entry: JournalEntry,
  name: string | undefined,
): entry is JournalEntry & JournalEntry<Reference> {
  return name === undefined || entry.operation === name;
}

async function waitFor<Name extends OperationReference>(
  control: ControlClient,
  reference: Name,
  options: WaitOptions<Name> = {},
): Promise<JournalEntry<Name>> {
  const operation = nameOf(reference);
  const { accepts, timeout, signal, ...parsed } = parseWaitOptions(options);
  const deadline = performance.now() + timeout;
  // Ids are whole numbers, which the control API requires.
  let after = Math.max(0, Math.floor(parsed.after));
  let left: number;
  do {
    left = Math.max(0, Math.ceil(deadline - performance.now()));
    const isLastPoll = left <= longestPoll;
    const query = { operation, after, timeout: Math.min(left, longestPoll) };
    const first = await control.call('GET /journal/wait', { query, signal }).catch((error: unknown) => {
      if (!(error instanceof RangeError)) throw error;
      if (!isLastPoll) return undefined;
      throw new RangeError(
        error.message.replace(describeMissingEntry(operation, query), describeMissingEntry(operation, options)),
      );
    });
    if (!first) continue;
    const later = options.where ? await listEntries(control, { operation, after: first.id }, signal) : [];
    for (const entry of [first, ...later]) {
      if (isEntryOf<Name>(entry, operation) && accepts(entry)) return entry;
      after = entry.id;
    }
  } while (left > 0);
  throw new RangeError(describeMissingEntry(operation, options));
}

async function listEntries(
  control: ControlClient,
  query: { readonly operation: OperationName | undefined; readonly after?: number },
  signal?: AbortSignal,
): Promise<readonly JournalEntry[]> {
  const { entries } = await control.call('GET /journal', { query, signal });
  return entries.filter((entry) => 'response' in entry);
}
