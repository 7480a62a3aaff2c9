import { readBytes } from '../../src/wire/read-body.ts';
import { type Redact, redactJson } from '../../src/wire/redact-token.ts';
import { isDeeper, maxDepth, parseJson } from '../shared/json.ts';
import { isUuid } from '../store/ids.ts';
import type { Call, Exchange, TokenName } from './exchange.ts';
import { readLimit } from './rate-limit-headers.ts';
import { createSecretRedactor } from './redact.ts';
import { similarTo } from './similar-tokens.ts';

/** Options of an {@link HttpClient}. */
export interface HttpClientOptions {
  readonly baseUrl: string;
  readonly tokens: {
    readonly main: string;
    readonly second?: string | undefined;
    readonly limited?: string | undefined;
  };
  /** Default: the global `fetch`. */
  readonly fetch?: ((input: string, init: RequestInit) => Promise<Response>) | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A token that no server has issued. */
export const invalidToken = 'conformance-invalid-token';

/** The largest response body that is read, in bytes. */
const maxBytes = 16 * 1024 * 1024;

/** Makes requests over HTTP, each once, with secrets redacted in the responses. */
export class HttpClient {
  readonly redact: Redact;
  readonly #options: HttpClientOptions;
  readonly #tokens: Readonly<Partial<Record<TokenName, string | undefined>>>;
  readonly #baseUrl: string;
  /** The number of requests and responses so far. */
  #events = 0;

  constructor(options: HttpClientOptions) {
    this.#options = options;
    this.#baseUrl = trimSlashes(options.baseUrl);
    this.#tokens = { ...options.tokens, invalid: invalidToken, ...similarTo(options.tokens.main) };
    const { invalid: _, ...secrets } = this.#tokens;
    this.redact = createSecretRedactor(Object.values(secrets), options.headers ?? {});
  }

  /** Makes a request. Resolves with an exchange whatever happens to the request. */
  async exchange(call: Call, timeout: number, signal?: AbortSignal): Promise<Exchange> {
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
    else headers.set('authorization', `Bearer ${this.#tokens[token]}`);
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
}

/** Returns a base URL without slashes at its end. */
export function trimSlashes(baseUrl: string): string {
  return baseUrl.replace(/\/+$/, '');
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
