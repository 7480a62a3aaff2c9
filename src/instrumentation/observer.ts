/**
 * Tells the hooks and the log of calls. Loaded where there are hooks, or where more than warnings is logged, and
 * importing nothing of the rest, so that a bundler has no reason to cut the rest in pieces for it.
 */

import type { Settings } from '../config/settings.ts';
import type { ConnectionError, MasterDataError, TimeoutError } from '../errors/index.ts';
import type { WireRequest } from '../transport/exchange.ts';
import type { RequestChange, ResponseFacts } from '../types/hooks.ts';
import { loggedBody } from './redact-body.ts';

/** Before an attempt. Returns what the hook wants to be changed. */
export async function onRequest(
  { call, title, body, attempts: attempt }: WireRequest,
  { hooks, log, redactedFields }: Settings,
): Promise<RequestChange | undefined> {
  log.debug?.(`${call.operation}: ${title} is sent (attempt ${attempt}): ${loggedBody(body, redactedFields)}`);
  return (await hooks.onRequest?.(Object.freeze({ call, attempt }))) ?? undefined;
}

/** After an answer. Neither `body` nor the facts hold the token. */
export function onResponse(
  { call, title, attempts: attempt }: WireRequest,
  settings: Settings,
  answer: Omit<ResponseFacts, 'call' | 'attempt'>,
  body: string,
): void {
  const { hooks, log, redactedFields } = settings;
  const { status, duration, requestId } = answer;
  const about = requestId === undefined ? `attempt ${attempt}` : `attempt ${attempt}, request ${requestId}`;
  log.info?.(`${call.operation}: ${title} answered ${status} in ${Math.round(duration)} ms (${about})`);
  log.debug?.(`${call.operation}: ${title} received: ${loggedBody(body, redactedFields)}`);
  tell('onResponse', hooks.onResponse, { call, attempt, status, duration, requestId }, settings);
}

/** Before the wait for another attempt. */
export function onRetry(
  { call, title, attempts: attempt }: WireRequest,
  settings: Settings,
  wait: number,
  status: number | undefined,
  error: ConnectionError | TimeoutError | undefined,
): void {
  settings.log.info?.(
    `${call.operation}: ${title} is sent again in ${Math.round(wait)} ms after ${status ?? error?.name}`,
  );
  tell('onRetry', settings.hooks.onRetry, { call, attempt, wait, status, error }, settings);
}

/** A call rejects. Its message may hold what the service said of a record, so the log has only its name. */
export function onError(
  { call, title, attempts, start }: WireRequest,
  settings: Settings,
  error: MasterDataError,
): void {
  const duration = performance.now() - start;
  settings.log.info?.(`${call.operation}: ${title} failed in ${Math.round(duration)} ms: ${error.name}`);
  tell('onError', settings.hooks.onError, { call, attempts, duration, error }, settings);
}

/** Tells a hook that only watches: it is not waited for, and what it throws is logged. */
function tell<F extends object>(
  name: string,
  hook: ((facts: F) => unknown) | undefined,
  facts: F,
  { log }: Settings,
): void {
  if (!hook) return;
  // In an async function what is thrown and what is rejected are one.
  const told = async (): Promise<unknown> => hook(Object.freeze(facts));
  told().catch((error: unknown) => log.error?.(`${name} failed: ${error instanceof Error ? error.message : error}`));
}
