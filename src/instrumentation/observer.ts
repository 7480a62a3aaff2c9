/**
 * Calls hooks and writes logs. Loaded only if there are hooks or if the log level is `info` or `debug`. It imports no
 * module of the main bundle, so that a bundler has no reason to split that bundle.
 */

import type { MasterDataError } from '../errors/index.ts';
import type { CallInfo, Hooks, RequestOverrides, RetryHookContext } from '../types/hooks.ts';
import type { LogFields } from '../types/logger.ts';
import type { Log } from './log-level.ts';
import { redactBody } from './redact-body.ts';

/** The parts of a call that hooks and logs show. */
export interface ObservedCall {
  readonly request: { readonly call: CallInfo; readonly label: string; readonly body: string };
  readonly startedAt: number;
  readonly attempts: number;
}

/** The parts of a response that hooks and logs show. They never show the token, even if the service repeats it. */
export interface ObservedResponse {
  readonly response: { readonly status: number };
  readonly requestId: string | undefined;
  redact(text: string): string;
  /** Returns the body without the token. */
  redacted(): { readonly text: string };
}

/** Calls hooks and writes logs. */
export class Observer {
  readonly #hooks: Hooks;
  readonly #log: Log;
  readonly #redactedFields: readonly string[] | undefined;

  constructor(hooks: Hooks, log: Log, redactedFields: readonly string[] | undefined) {
    this.#hooks = hooks;
    this.#log = log;
    this.#redactedFields = redactedFields;
  }

  /** Returns the changes that `onRequest` asks for. Rejects if the hook fails. */
  async onRequest({ request, attempts }: ObservedCall): Promise<RequestOverrides | undefined> {
    const { call, label, body } = request;
    const attempt = attempts + 1;
    this.#log.debug?.(
      `${call.operation}: ${label} request (attempt ${attempt}): ${redactBody(body, this.#redactedFields)}`,
      fields(call, { attempt }),
    );
    return (await this.#hooks.onRequest?.(Object.freeze({ call, attempt }))) ?? undefined;
  }

  onResponse({ request, attempts: attempt }: ObservedCall, response: ObservedResponse, duration: number): void {
    const { call, label } = request;
    const { status } = response.response;
    const requestId = response.requestId && response.redact(response.requestId);
    const about = requestId === undefined ? `attempt ${attempt}` : `attempt ${attempt}, request ${requestId}`;
    const logged = fields(call, { attempt, status, duration, requestId });
    this.#log.info?.(`${call.operation}: ${label} returned ${status} in ${Math.round(duration)} ms (${about})`, logged);
    if (this.#log.debug) {
      const body = redactBody(response.redacted().text, this.#redactedFields);
      this.#log.debug(`${call.operation}: ${label} response: ${body}`, logged);
    }
    this.#run('onResponse', { call, attempt, status, duration, requestId });
  }

  onRetry({ request: { call, label } }: ObservedCall, retry: Omit<RetryHookContext, 'call'>): void {
    const { attempt, delay, status, error } = retry;
    this.#log.info?.(
      `${call.operation}: ${label} is retried after ${status ?? error?.name} and ${Math.round(delay)} ms`,
      fields(call, { attempt, delay, status, error: error?.name }),
    );
    this.#run('onRetry', { call, attempt, delay, status, error });
  }

  /** Logs only the name of the error: its message may contain data of a record. */
  onError({ request, attempts, startedAt }: ObservedCall, error: MasterDataError): void {
    const { call, label } = request;
    const duration = performance.now() - startedAt;
    this.#log.info?.(
      `${call.operation}: ${label} failed in ${Math.round(duration)} ms: ${error.name}`,
      fields(call, { attempt: attempts, duration, error: error.name }),
    );
    this.#run('onError', { call, attempts, duration, error });
  }

  /** Runs a hook that only observes: it is not awaited, and an error that it throws is logged. */
  #run<Name extends 'onResponse' | 'onRetry' | 'onError'>(
    name: Name,
    context: Parameters<NonNullable<Hooks[Name]>>[0],
  ): void {
    const hook: ((context: never) => unknown) | undefined = this.#hooks[name];
    if (!hook) return;
    // In an async function, a thrown error and a rejection are the same.
    const result = async (): Promise<unknown> => Reflect.apply(hook, this.#hooks, [Object.freeze(context)]);
    result().catch((error: unknown) => this.#log.error?.(`${name} failed: ${messageOf(error)}`));
  }
}

function fields({ operation, method, path }: CallInfo, rest: LogFields): LogFields {
  return { operation, method, path, ...rest };
}

function messageOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    // An object without a string form.
    return 'unknown error';
  }
}
