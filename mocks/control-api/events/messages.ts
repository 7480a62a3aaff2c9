import type { JournalSummary } from '../../controls/journal-entry.ts';
import type { TableName } from '../../store/row-types.ts';

/** A row that was written or deleted. */
export interface RowChange {
  /** The table of the row. */
  readonly table: TableName;
  /** The id of the row. */
  readonly id: string;
  /** Whether the row was written, which creates or changes it, or deleted. */
  readonly kind: 'written' | 'deleted';
}

/** A part of the mock that is not a row. */
export type ChangedSetting = 'clock' | 'faults' | 'policies' | 'rateLimits' | 'snapshots' | 'tokens';

/**
 * An event of a mock. Events report all that happened since the last. They are sent at most four times a second, and
 * once a second while more happens than they report.
 */
export type MockEvent =
  /** Requests, oldest first. If there were many, `omitted` is the number of older ones that the event leaves out. */
  | { readonly type: 'request'; readonly requests: readonly JournalSummary[]; readonly omitted: number }
  /** Changed rows. If there were many, `omitted` is the number of later changes that the event leaves out. */
  | { readonly type: 'change'; readonly rows: readonly RowChange[]; readonly omitted: number }
  /** Changes of settings. */
  | { readonly type: 'settings'; readonly names: readonly ChangedSetting[] }
  /** Everything may have changed. Sent after a gap in the events, and when the journal was cleared, as by `reset()`. */
  | { readonly type: 'reset' };

/** Formats an event as a server-sent event. */
export function formatEvent({ type, ...data }: MockEvent, id: string): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
