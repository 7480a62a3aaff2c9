import type { JournalSummary } from '../../controls/journal-entry.ts';

/** The attempts of one call of a client, oldest first. */
export type Attempts = readonly [JournalSummary, ...JournalSummary[]];

type Call = [JournalSummary, ...JournalSummary[]];

/**
 * Groups requests by the call of the client that sent them. The newest call is first. A retry without the id of its
 * call joins the last attempt before it that may be its own. Similar calls at the same time can then be mixed.
 *
 * @param requests The requests in any order.
 */
export function groupAttempts(requests: readonly JournalSummary[]): readonly Attempts[] {
  const calls: Call[] = [];
  const callsById = new Map<string, Call>();
  /** The calls without an id that may be retried, by the target and the number of the retry. */
  const waiting = new Map<string, Call[]>();
  for (const request of requests.toSorted(byArrival)) {
    const { callId, retryCount = 0, method, url } = request;
    // Another client may send one id with all its requests.
    const id = callId && `${callId} ${method} ${url}`;
    const former = id ? callsById.get(id) : takeFormer(waiting.get(keyOf(request, retryCount)), request);
    former?.push(request);
    const call = former ?? [request];
    if (!former) calls.push(call);
    if (id) callsById.set(id, call);
    else if (mayBeRetried(request)) {
      const next = keyOf(request, retryCount + 1);
      waiting.set(next, waiting.get(next) ?? []);
      waiting.get(next)?.push(call);
    }
  }
  return calls.toSorted((one, other) => lastOf(other).id - lastOf(one).id);
}

/** Takes the call that a request may retry out of a list. */
function takeFormer(candidates: Call[] = [], request: JournalSummary): Call | undefined {
  const index = candidates.findLastIndex(([first]) => isSameWorkspace(first, request));
  return index < 0 ? undefined : candidates.splice(index, 1)[0];
}

/** Returns the last attempt of a call. */
export function lastOf<Attempt>(attempts: readonly [Attempt, ...Attempt[]]): Attempt {
  return attempts.at(-1) ?? attempts[0];
}

/** Returns the last attempts of the calls that failed. A failure that a retry recovered is not an error. */
export function failedCalls(calls: readonly Attempts[]): readonly JournalSummary[] {
  return calls.map(lastOf).filter(isFailed);
}

/** Returns the milliseconds from the arrival of the first attempt to the response to the last one. */
export function totalDuration(attempts: Attempts): number {
  const last = lastOf(attempts);
  return last.arrivedAt - attempts[0].arrivedAt + last.duration;
}

/** Returns the milliseconds between the response to the previous attempt and an attempt. */
export function waitBefore(attempts: Attempts, index: number): number {
  const [former, request] = [attempts[index - 1], attempts[index]];
  return former && request ? Math.max(0, request.arrivedAt - former.arrivedAt - former.duration) : 0;
}

/** Whether a request got an error, or no response. */
export function isFailed({ status }: { readonly status: number }): boolean {
  return status === 0 || status >= 400;
}

/** A client also retries a response that a fault delays for too long or breaks. */
function mayBeRetried(request: JournalSummary): boolean {
  return isFailed(request) || request.fault !== undefined;
}

/** An attempt with a wrong token has no workspace. */
function isSameWorkspace(one: JournalSummary, other: JournalSummary): boolean {
  return (one.workspace ?? other.workspace) === (other.workspace ?? one.workspace);
}

function keyOf({ method, url }: JournalSummary, retryCount: number): string {
  return `${retryCount} ${method} ${url}`;
}

function byArrival(one: JournalSummary, other: JournalSummary): number {
  return one.arrivedAt - other.arrivedAt || one.id - other.id;
}
