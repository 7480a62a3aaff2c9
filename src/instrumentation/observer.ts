/**
 * Tells the hooks and the log of calls. Loaded where there are hooks, or where more than warnings is logged, and
 * importing nothing of the rest, so that a bundler has no reason to cut the rest in pieces for it.
 */

import type { Settings } from '../config/settings.ts';
import type { ConnectionError, MasterDataError, TimeoutError } from '../errors/index.ts';
import type { PreparedRequest } from '../transport/exchange.ts';
import type { RequestOverrides, ResponseHookContext } from '../types/hooks.ts';
import { redactBody } from './redact-body.ts';

/** Before an attempt. Returns what the hook wants to be changed. */
export async function onRequest(
  { call, label, body, attempts: attempt }: PreparedRequest,
  { hooks, log, redactedFields }: Settings,
): Promise<RequestOverrides | undefined> {
  log.debug?.(`${call.operation}: ${label} is sent (attempt ${attempt}): ${redactBody(body, redactedFields)}`);
  return (await hooks.onRequest?.(Object.freeze({ call, attempt }))) ?? undefined;
}

/** After an answer. Neither `body` nor the facts hold the token. */
export function onResponse(
  { call, label, attempts: attempt }: PreparedRequest,
  settings: Settings,
  answer: Omit<ResponseHookContext, 'call' | 'attempt'>,
  body: string,
): void {
  const { hooks, log, redactedFields } = settings;
  const { status, duration, requestId } = answer;
  const about = requestId === undefined ? `attempt ${attempt}` : `attempt ${attempt}, request ${requestId}`;
  log.info?.(`${call.operation}: ${label} answered ${status} in ${Math.round(duration)} ms (${about})`);
  log.debug?.(`${call.operation}: ${label} received: ${redactBody(body, redactedFields)}`);
  tell('onResponse', hooks.onResponse, { call, attempt, status, duration, requestId }, settings);
}

/** Before the delay for another attempt. */
export function onRetry(
  { call, label, attempts: attempt }: PreparedRequest,
  settings: Settings,
  delay: number,
  status: number | undefined,
  error: ConnectionError | TimeoutError | undefined,
): void {
  settings.log.info?.(
    `${call.operation}: ${label} is sent again in ${Math.round(delay)} ms after ${status ?? error?.name}`,
  );
  tell('onRetry', settings.hooks.onRetry, { call, attempt, delay, status, error }, settings);
}

/** A request rejects. Its message may hold what the service said of a record, so the log has only its name. */
export function onError(
  { call, label, attempts, start }: PreparedRequest,
  settings: Settings,
  error: MasterDataError,
): void {
  const duration = performance.now() - start;
  settings.log.info?.(`${call.operation}: ${label} failed in ${Math.round(duration)} ms: ${error.name}`);
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
