import type { RequestSummary } from '../../state/request-summary.ts';

/** Failed requests of one operation with the same outcome. */
export interface ErrorGroup {
  readonly key: string;
  readonly operation: string | undefined;
  readonly status: number;
  readonly fault: string | undefined;
  /** The failed requests, newest first. */
  readonly requests: readonly [RequestSummary, ...RequestSummary[]];
}

/** The most groups that the overview shows. */
const maxGroups = 8;

/** Groups failed requests by operation, status and fault. The newest group is first. */
export function groupErrors(failed: readonly RequestSummary[]): readonly ErrorGroup[] {
  const groups = new Map<string, RequestSummary[]>();
  for (const request of failed) {
    const key = `${request.operation} ${request.status} ${request.fault}`;
    groups.set(key, [...(groups.get(key) ?? []), request]);
  }
  return [...groups].slice(0, maxGroups).flatMap(([key, [first, ...rest]]) => {
    if (!first) return [];
    const { operation, status, fault } = first;
    return { key, operation, status, fault, requests: [first, ...rest] as const };
  });
}
