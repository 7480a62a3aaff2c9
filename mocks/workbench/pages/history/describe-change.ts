import type { HistoryChange } from '../../../history/mock-history.ts';
import { tableNoun } from '../../../shared/table-words.ts';
import { count, formatCell } from '../../text.ts';

/** Describes the records of a change: `Updated Fjord desk`, `Created 2 products`, `Changed 12 records`. */
export function describeRecords({ records, count: total }: HistoryChange): string {
  const [first] = records;
  const kinds = new Set(records.map(({ kind }) => kind));
  const isComplete = records.length === total;
  const verb = first && isComplete && kinds.size === 1 ? verbs[first.kind] : 'Changed';
  // A row of the user's own table may have no name.
  if (first && total === 1 && first.label === first.id)
    return `${verb} ${first.id.slice(0, 8)}… in ${tableNoun(first.table)}`;
  if (first && total === 1) return `${verb} ${formatCell(first.label, 60)}`;
  const tables = new Set(records.map(({ table }) => table));
  const noun = first && isComplete && tables.size === 1 ? `${total} ${tableNoun(first.table)}` : count(total, 'record');
  return `${verb} ${noun}`;
}

/** The verbs of changes. */
export const verbs = { inserted: 'Created', updated: 'Updated', deleted: 'Deleted' } as const;

/** Describes who made a change. */
export function describeOrigin({ origin, operation, undone }: HistoryChange): string {
  switch (origin) {
    case 'request':
      return operation ?? 'Request';
    case 'direct-write':
      return 'Direct write';
    case 'snapshot':
      return 'Restored snapshot';
    case 'restore':
      return `Restored the records before change ${undone}`;
    case 'undo':
      return `Undid change ${undone}`;
    case 'other-tab':
      return 'Another tab';
  }
}
