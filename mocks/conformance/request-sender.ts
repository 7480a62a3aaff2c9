import type { Redact } from '../../src/wire/redact-token.ts';
import { sleep } from '../shared/time.ts';
import { RunStoppedError } from './errors.ts';
import { type Call, describeResponse, type Exchange, isTokenOption, type TokenName, tokenOptions } from './exchange.ts';
import { HttpClient, type HttpClientOptions } from './http-client.ts';
import { readRetryAfter } from './rate-limit-headers.ts';

/** Options of a {@link RequestSender}. */
export interface RequestSenderOptions extends HttpClientOptions {
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

/** Attempts at a request that fails without a response, or with a status from 500. */
const maxAttempts = 5;

/** Attempts at a request that is rate-limited. */
const maxRateLimited = 20;

/** The longest wait that a server can ask for, in milliseconds. */
const maxWait = 60_000;

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
  readonly #http: HttpClient;
  /** Aborted when the run ends early. */
  readonly #end = new AbortController();
  readonly #ending: AbortSignal;
  #stopped: RunStoppedError | undefined;
  #nextSlot = 0;
  /** When the server accepts requests again, if the stated limit is reached. */
  #reset = 0;
  /** The number of requests without a response. */
  #pending = 0;
  #hasResponded = false;
  #consecutiveFailures = 0;
  /** The end of the last exchange without a usable response. */
  #lastFailure = 0;
  /** A call that succeeded with each token, to find out whether the server still accepts the token. */
  readonly #accepted = new Map<TokenName, Call>();
  /** The number of final failures of each operation. */
  readonly #broken = new Map<string, number>();

  constructor(options: RequestSenderOptions) {
    this.#options = options;
    this.#http = new HttpClient(options);
    this.redact = this.#http.redact;
    const { signal } = options;
    this.#ending = signal ? AbortSignal.any([signal, this.#end.signal]) : this.#end.signal;
  }

  /**
   * Sends a request. Resolves with an exchange whatever happens to the request.
   *
   * @throws A {@link RunStoppedError} if the run is interrupted, has no requests left, gets no responses any more, or
   * if a token has expired. From then on, every request throws it.
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
        await this.#assertAccepted(final);
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
      const exchange = await this.#http.exchange(
        call,
        Math.min(this.#options.timeout ?? defaultTimeout, maxRestoreTimeout),
      );
      const { status } = exchange;
      if ((status > 0 && status < 500 && status !== 429) || attempt === maxAttempts) return exchange;
      await sleep(Math.min(readRetryAfter(exchange.headers) ?? 100 * 2 ** attempt, maxRestoreTimeout), undefined);
    }
  }

  /** Stops the run if the server rejects a token that it has accepted. A single operation may do so by mistake. */
  async #assertAccepted({ call, status }: Exchange): Promise<void> {
    const { token = 'main', method } = call;
    if (!isTokenOption(token)) return;
    if (status >= 200 && status < 300 && method === 'GET') this.#accepted.set(token, call);
    const accepted = this.#accepted.get(token);
    if (status !== 401 || !accepted) return;
    const again = await this.#sendOnce(accepted);
    if (again.status !== 401) return;
    const request = `${accepted.method} ${accepted.url} ${describeResponse(again)}`;
    this.#stop(new RunStoppedError(`the server no longer accepts \`${tokenOptions[token]}\`: ${request}`));
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
    const exchange = await this.#http.exchange(call, timeout, signal);
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

/** Whether a server failed at a request, perhaps by chance. */
function isFailure({ status }: Exchange): boolean {
  return status === 0 || (status >= 500 && status !== 501);
}

/** Names the requests that fail together if an operation is broken. */
function keyOf({ call }: Exchange): string {
  return `${call.method} ${call.operation ?? call.url}`;
}
