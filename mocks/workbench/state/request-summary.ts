import type { JournalSummary } from '../../controls/journal-entry.ts';

/** A request in the list. */
export type RequestSummary = JournalSummary;

/** Whether a request got an error, or no response. */
export function isFailed({ status }: { readonly status: number }): boolean {
  return status === 0 || status >= 400;
}
