import * as z from 'zod/mini';
import type { JournalSummary } from '../../controls/journal-entry.ts';
import { tableName } from '../schemas.ts';

export const rowChange = z.object({
  /** The table of the row. */
  table: tableName,
  /** The id of the row. */
  id: z.string(),
  /** Whether the row was written, which creates or changes it, or deleted. */
  kind: z.enum(['written', 'deleted']),
});

/** A row that was written or deleted. */
export interface RowChange extends z.output<typeof rowChange> {}

export const changedSettings = [
  'clock',
  'faults',
  'operations',
  'policies',
  'rateLimits',
  'snapshots',
  'tokens',
] as const;

/**
 * A part of the mock that is not a row.
 *
 * @useDeclaredType
 */
export type ChangedSetting = (typeof changedSettings)[number];

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
