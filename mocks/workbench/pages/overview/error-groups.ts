import type { JournalSummary } from '../../../controls/journal-entry.ts';

/** Failed requests of one operation with the same outcome. */
export interface ErrorGroup {
  readonly key: string;
  /** The failed requests, newest first. */
  readonly requests: readonly [JournalSummary, ...JournalSummary[]];
}

/** The most groups that the overview shows. */
const maxGroups = 8;

/** Groups failed requests by operation, status and fault. The newest group is first. */
export function groupErrors(failed: readonly JournalSummary[]): readonly ErrorGroup[] {
  const groups = new Map<string, ErrorGroup['requests']>();
  for (const request of failed) {
    const key = `${request.operation} ${request.status} ${request.fault}`;
    const newer = groups.get(key);
    groups.set(key, newer ? [...newer, request] : [request]);
  }
  return [...groups].slice(0, maxGroups).map(([key, requests]) => ({ key, requests }));
}
