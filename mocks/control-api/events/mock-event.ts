import * as z from 'zod/mini';
import type { OpenEnum } from '../../../src/contract/fields.ts';
import type { JournalSummary } from '../../controls/journal-entry.ts';
import type { TableName } from '../../store/row-types.ts';
import { tableName } from '../schemas.ts';

/** A row that was written or deleted. */
export interface RowChange {
  /** The table of the row: a table of the specification, or one that you added. */
  readonly table: OpenEnum<TableName>;
  /** The id of the row. */
  readonly id: string;
  /** Whether the row was written, which creates or changes it, or deleted. */
  readonly kind: 'written' | 'deleted';
}

export const rowChange: z.ZodMiniType<RowChange> = z.object({
  table: tableName,
  id: z.string(),
  kind: z.enum(['written', 'deleted']),
});

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
  | {
      /** The mock responded to requests. */
      readonly type: 'request';
      /** The requests, oldest first. */
      readonly requests: readonly JournalSummary[];
      /** The number of older requests that the event leaves out, because there were many. */
      readonly omitted: number;
    }
  | {
      /** Rows were written or deleted. */
      readonly type: 'change';
      /** The rows, in the order of the changes. */
      readonly rows: readonly RowChange[];
      /** The number of later changes that the event leaves out, because there were many. */
      readonly omitted: number;
    }
  | {
      /** Parts of the mock that are not rows changed. */
      readonly type: 'settings';
      /** The names of the parts. */
      readonly names: readonly ChangedSetting[];
    }
  | {
      /** Everything may have changed. Sent after a gap in the events, and after the journal was cleared. */
      readonly type: 'reset';
    };

/** Formats an event as a server-sent event. */
export function formatEvent({ type, ...data }: MockEvent, id: string): string {
  return `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(data)}\n\n`;
}
