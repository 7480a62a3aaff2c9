import { readBytes } from '../../src/wire/body.ts';
import { type Redact, redactJson } from '../../src/wire/redact-token.ts';
import { isUuid } from '../shared/is-uuid.ts';
import { isDeeper, maxDepth, parseJson } from '../shared/json.ts';
import { sleep } from '../shared/timers.ts';
import { RunStoppedError } from './errors.ts';
import type { Call, Exchange } from './exchange.ts';
import { readLimit, readRetryAfter } from './rate-limit-headers.ts';
import { createSecretRedactor } from './redact.ts';

/** Options of a {@link RequestSender}. */
export interface RequestSenderOptions {
  readonly baseUrl: string;
  readonly tokens: {
    readonly main: string;
    readonly second?: string | undefined;
    readonly limited?: string | undefined;
  };
  /** Default: the global `fetch`. */
  readonly fetch?: ((input: string, init: RequestInit) => Promise<Response>) | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Requests of a run, retries included. Default: no limit. */
  readonly maxRequests?: number | undefined;
  /** Requests per second. Default: no limit. */
  readonly rate?: number | undefined;
  /** Milliseconds for one request and its response body. Default: 30,000. */
  readonly timeout?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Gets the responses to requests. */
export interface ExchangeListener {
  /** Called with each response that the kit uses. */
  readonly onExchange: (exchange: Exchange) => void;
  /** Called with each failure before the request is repeated. */
  readonly onFailure: (exchange: Exchange) => void;
}

/** A token that no server has issued. */
export const invalidToken = 'conformance-invalid-token';

/** Attempts at a request that fails without a response, or with a status from 500. */
const maxAttempts = 5;

/** Attempts at a request that is rate-limited. */
const maxRateLimited = 20;

/** The longest wait that a server can ask for, in milliseconds. */
const maxWait = 60_000;

/** The largest response body that is read, in bytes. */
const maxBytes = 16 * 1024 * 1024;

/** Milliseconds for one request and its response body. */
const defaultTimeout = 30_000;

/** The longest wait for a response or before an attempt while a fixture is restored, in milliseconds. */
const maxRestoreTimeout = 10_000;

/** Consecutive calls without a response after which the run stops. */
const maxConsecutiveFailures = 3;

/** Sends requests to a server: paced, limited, retried if that is safe, and with secrets redacted in responses. */
export class RequestSender {
  readonly redact: Redact;
  /** Requests sent so far, retries included. */
  requests = 0;
  /** Requests that were sent again. */
  retries = 0;
  /** Requests that failed and succeeded when they were repeated. */
  unstable = 0;
  /** Responses with status 429. */
  rateLimited: Exchange[] = [];
  readonly #options: RequestSenderOptions;
  readonly #baseUrl: string;
  /** Aborted when the run ends early. */
  readonly #end = new AbortController();
  readonly #ending: AbortSignal;
  #stopped: RunStoppedError | undefined;
  #nextSlot = 0;
  /** When the server accepts requests again, if the stated limit is reached. */
  #reset = 0;
  /** The number of requests without a response. */
  #pending = 0;
  /** The number of requests and responses so far. */
  #events = 0;
  #hasResponded = false;
  #consecutiveFailures = 0;
  /** The end of the last exchange without a usable response. */
  #lastFailure = 0;
  /** The number of final failures of each operation. */
  readonly #broken = new Map<string, number>();

  constructor(options: RequestSenderOptions) {
    this.#options = options;
    this.#baseUrl = trimSlashes(options.baseUrl);
    const { signal } = options;
    this.#ending = signal ? AbortSignal.any([signal, this.#end.signal]) : this.#end.signal;
    const { main, second, limited } = options.tokens;
    this.redact = createSecretRedactor([main, second, limited], options.headers ?? {});
  }

  /**
   * Sends a request. Resolves with an exchange whatever happens to the request.
   *
   * @throws A {@link RunStoppedError} if the run is interrupted, has no requests left, or gets no responses any more.
   * From then on, every request throws it.
   */
  async send(call: Call, listener?: ExchangeListener): Promise<Exchange> {
    let sent = call;
    let hasFailed = false;
    for (let attempt = 1; ; attempt += 1) {
      const exchange = await this.#sendOnce(sent);
      if (exchange.status === 429) this.rateLimited.push(exchange);
      const wait = this.#retryDelay(exchange, attempt);
      if (wait === undefined) {
        const final: Exchange = hasFailed ? { ...exchange, isRepeated: true } : exchange;
        listener?.onExchange(final);
        this.#noteResponse(final);
        return final;
      }
      this.retries += 1;
      if (exchange.status !== 429) {
        hasFailed = true;
        listener?.onFailure(exchange);
        if (call.renew) sent = { ...call, body: call.renew() };
      }
      await this.wait(wait);
    }
  }

  /**
   * Sends a request that restores a fixture. Neither an interruption nor the limit of requests stops it, and its
   * exchange is no result.
   */
  async sendToRestore(call: Call): Promise<Exchange> {
    for (let attempt = 1; ; attempt += 1) {
      const exchange = await this.#exchange(call, Math.min(this.#options.timeout ?? defaultTimeout, maxRestoreTimeout));
      const { status } = exchange;
      if ((status > 0 && status < 500 && status !== 429) || attempt === maxAttempts) return exchange;
      await sleep(Math.min(readRetryAfter(exchange.headers) ?? 100 * 2 ** attempt, maxRestoreTimeout), undefined);
    }
  }

  /** Counts failures, and stops the run after the third in a row. Requests that fail at the same time count as one. */
  #noteResponse(exchange: Exchange): void {
    const isFailed = isFailure(exchange);
    if (exchange.isRepeated && !isFailed) this.unstable += 1;
    if (isFailed) this.#broken.set(keyOf(exchange), (this.#broken.get(keyOf(exchange)) ?? 0) + 1);
    const { status, span } = exchange;
    if (status !== 0 && status !== 503 && status !== 429) {
      this.#consecutiveFailures = 0;
      this.#hasResponded = true;
      return;
    }
    if (span.start > this.#lastFailure) this.#consecutiveFailures += 1;
    this.#lastFailure = span.end;
    const reason = exchange.failure ?? `status ${status}`;
    if (!this.#hasResponded) {
      const state = status === 0 ? 'does not respond' : 'rejects the first call';
      this.#stop(new RunStoppedError(`the server ${state}: ${reason}`));
    }
    if (this.#consecutiveFailures >= maxConsecutiveFailures) {
      this.#stop(new RunStoppedError(`the last ${maxConsecutiveFailures} calls had no usable response: ${reason}`));
    }
  }

  /** Milliseconds until the next attempt, or undefined if the exchange is final. */
  #retryDelay(exchange: Exchange, attempt: number): number | undefined {
    const { call, status, headers } = exchange;
    if (status === 429) {
      const wait = readRetryAfter(headers) ?? Math.min(50 * 2 ** attempt, 2000);
      return attempt < maxRateLimited && wait <= maxWait ? wait : undefined;
    }
    // The server may have carried out a POST whose response is lost.
    const isUncertain = status === 0 && call.method === 'POST' && !call.renew;
    // An operation that is broken need not be repeated each time.
    const attempts = (this.#broken.get(keyOf(exchange)) ?? 0) > 1 ? 2 : maxAttempts;
    if (!isFailure(exchange) || isUncertain || attempt >= attempts) return undefined;
    const wait = readRetryAfter(headers) ?? (status === 0 || status === 503 ? 100 : 20) * 2 ** attempt;
    return wait <= maxWait ? wait : undefined;
  }

  async #sendOnce(call: Call): Promise<Exchange> {
    const { maxRequests = Number.POSITIVE_INFINITY, timeout = defaultTimeout, signal } = this.#options;
    await this.#pace();
    if (this.requests >= maxRequests) this.#stop(new RunStoppedError(`all ${maxRequests} requests are used up`));
    this.requests += 1;
    this.#pending += 1;
    const exchange = await this.#exchange(call, timeout, signal);
    this.#pending -= 1;
    this.#noteLimit(exchange);
    if (exchange.status === 0) this.#assertRunning();
    return exchange;
  }

  /** Pauses until the reset if the pending requests use up the stated limit. */
  #noteLimit({ limit }: Exchange): void {
    if (!limit || limit.remaining > this.#pending) return;
    const wait = limit.reset * 1000;
    if (wait <= maxWait) this.#reset = Math.max(this.#reset, Date.now() + wait);
  }

  async #exchange(call: Call, timeout: number, signal?: AbortSignal): Promise<Exchange> {
    // Looked up for each request: tests replace the global `fetch` at any time.
    const { fetch: send = fetch } = this.#options;
    const deadline = AbortSignal.timeout(timeout);
    const ending = signal ? AbortSignal.any([signal, deadline]) : deadline;
    const start = this.#countEvent();
    try {
      // A custom fetch may ignore the signal, so the wait ends with it in any case.
      return await endingWith(ending, async () => {
        const response = await send(this.#baseUrl + call.url, { ...this.#init(call), signal: ending });
        const received = await this.#read(response);
        const limit = readLimit(received.headers);
        return { ...received, limit, call, span: { start, end: this.#countEvent() } };
      });
    } catch (error) {
      const failure = deadline.aborted ? `no complete response within ${timeout} ms` : this.redact(messageOf(error));
      const span = { start, end: this.#countEvent() };
      return { call, span, status: 0, headers: {}, json: undefined, text: '', failure };
    }
  }

  #countEvent(): number {
    this.#events += 1;
    return this.#events;
  }

  #init({ method, body, token = 'main' }: Call): RequestInit {
    // Set one by one, because the options can have names in another letter case.
    const headers = new Headers({ accept: 'application/json' });
    for (const [name, value] of Object.entries(this.#options.headers ?? {})) headers.set(name, value);
    if (token === 'none') headers.delete('authorization');
    else headers.set('authorization', `Bearer ${token === 'invalid' ? invalidToken : this.#options.tokens[token]}`);
    if (body !== undefined) headers.set('content-type', 'application/json');
    return { method, redirect: 'manual', headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
  }

  async #read(response: Response): Promise<Omit<Exchange, 'call' | 'span'>> {
    const { status } = response;
    const headers = Object.fromEntries(
      Array.from(response.headers, ([name, value]) => [name.toLowerCase(), this.redact(value)]),
    );
    if (response.type === 'opaqueredirect' || (status >= 300 && status < 400)) {
      const failure = `redirect to ${headers['location'] ?? 'an unknown address'}; the kit does not follow redirects`;
      await response.body?.cancel();
      return { status, headers, json: undefined, text: '', failure };
    }
    const body = await readText(response);
    // Parsed first, because JSON can escape any character of a secret. A header may contain the id of a record, which
    // the checks need. The report does not show it.
    const parsed = parseJson(body);
    // No record is nested so deep.
    const shallow = isDeeper(parsed, maxDepth) ? undefined : parsed;
    const json = redactJson(shallow, (text) => (isUuid(text) ? text : this.redact(text)));
    return { status, headers, json, text: json === undefined ? this.redact(body).slice(0, 200) : '' };
  }

  /** Waits until the rate and the limit of the server admit a request. */
  async #pace(): Promise<void> {
    this.#assertRunning();
    const { rate } = this.#options;
    const now = Date.now();
    const slot = Math.max(now, this.#nextSlot);
    if (rate !== undefined) this.#nextSlot = slot + 1000 / rate;
    if (slot > now) await this.wait(slot - now);
    while (this.#reset > Date.now()) await this.wait(this.#reset - Date.now());
  }

  /** Waits, unless the run is interrupted. */
  async wait(milliseconds: number): Promise<void> {
    await sleep(milliseconds, this.#ending);
    this.#assertRunning();
  }

  #stop(reason: RunStoppedError): never {
    this.#stopped ??= reason;
    this.#end.abort();
    throw this.#stopped;
  }

  #assertRunning(): void {
    if (this.#options.signal?.aborted)
      this.#stop(new RunStoppedError('the run was interrupted', { isInterrupted: true }));
    if (this.#stopped) throw this.#stopped;
  }
}

/** Returns a base URL without slashes at its end. */
export function trimSlashes(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '');
}

/** Whether a server failed at a request, perhaps by chance. */
function isFailure({ status }: Exchange): boolean {
  return status === 0 || (status >= 500 && status !== 501);
}

/** Names the requests that fail together if an operation is broken. */
function keyOf({ call }: Exchange): string {
  return `${call.method} ${call.operation ?? call.url}`;
}

async function readText(response: Response): Promise<string> {
  if (!response.body) return '';
  const bytes = await readBytes(response.body, maxBytes);
  if (!bytes) throw new Error(`the response body is larger than ${maxBytes} bytes`);
  return new TextDecoder().decode(bytes);
}

/** Rejects as soon as the signal is aborted, even if the work goes on. */
async function endingWith<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
  let end: (() => void) | undefined;
  const ended = new Promise<never>((_, reject) => {
    end = () => reject(new Error('aborted'));
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
  try {
    return await Promise.race([work(), ended]);
  } finally {
    if (end) signal.removeEventListener('abort', end);
  }
}

/** The message of an error with that of its cause, which says more if fetch failed. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const reason = cause instanceof Error ? cause.message || String(Reflect.get(cause, 'code') ?? '') : '';
  return reason === '' ? error.message : `${error.message}: ${reason}`;
}
