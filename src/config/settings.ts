/** The options of a client and of a request, checked and put together. */
import { ConfigurationError } from '../errors/index.ts';
import { createLog, type Log } from '../instrumentation/logger.ts';
import type * as Watch from '../instrumentation/observer.ts';
import { parseBaseUrl } from '../transport/url.ts';
import type { Hooks } from '../types/hooks.ts';
import type { ClientOptions, Cooldown, Fetch, RequestOptions, ValidationMode } from '../types/options.ts';
import { exposesToken, readEnv } from './environment.ts';
import { type TokenProvider, type TokenProviders, toTokenProvider } from './token-provider.ts';

/** What a request is sent by. */
export interface Settings {
  readonly baseUrl: string;
  readonly apiToken: string | TokenProvider;
  readonly sources: TokenProviders;
  readonly timeout: number | false;
  readonly totalTimeout: number | false;
  readonly maxRetries: number;
  readonly retryPosts: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: ValidationMode;
  readonly responses: ValidationMode;
  readonly fetch: Fetch;
  readonly hooks: Hooks;
  readonly log: Log;
  /** What tells the hooks and the log, where there is something to tell. */
  readonly watch: Promise<typeof Watch> | undefined;
  readonly redactedFields: readonly string[] | undefined;
  readonly cooldown?: Cooldown | undefined;
}

let hasWarned = false;

/** The settings of a client. */
export function resolveClientSettings(options: ClientOptions): Settings {
  const apiToken = required('apiToken', options.apiToken, 'MASTERDATA_API_TOKEN');
  const baseUrl = parseBaseUrl(required('baseUrl', options.baseUrl, 'MASTERDATA_BASE_URL'));
  const log = createLog(options.logger ?? console, options.logLevel ?? readEnv('MASTERDATA_LOG') ?? 'warn');
  if (!hasWarned && exposesToken(baseUrl, options)) {
    hasWarned = true;
    log.warn?.('whoever opens this page can read the API token: call from a server, or set allowTokenInBrowser');
  }
  // At once, not at the first call, when a page that has been open for days may no longer find it.
  const watch = options.hooks || log.info ? import('../instrumentation/observer.ts') : undefined;
  watch?.catch(() => {}); // The calls say that it did not load.
  const sources: TokenProviders = new WeakMap();
  return resolveRequestSettings(
    {
      baseUrl,
      apiToken: toTokenProvider(apiToken, sources),
      sources,
      timeout: 30_000,
      totalTimeout: false,
      maxRetries: 2,
      retryPosts: false,
      headers: { accept: 'application/json' },
      requests: 'off',
      responses: 'warn',
      // Looked up at each request: tests replace the global one at any time.
      fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
      hooks: options.hooks ?? {},
      log,
      watch,
      redactedFields: options.redactedFields,
    },
    options,
  );
}

/** The settings of a request: the client's, but for what the request says otherwise. */
export function resolveRequestSettings(settings: Settings, options: RequestOptions | undefined): Settings {
  if (options === undefined) return settings;
  const { apiToken, timeout, totalTimeout, maxRetries, retryPosts, headers, validation, cooldown } = options;
  const retries = maxRetries ?? settings.maxRetries;
  return {
    ...settings,
    apiToken: apiToken === undefined ? settings.apiToken : toTokenProvider(apiToken, settings.sources),
    timeout: milliseconds('timeout', timeout ?? settings.timeout),
    totalTimeout: milliseconds('totalTimeout', totalTimeout ?? settings.totalTimeout),
    maxRetries: valid('maxRetries', retries, Number.isInteger(retries) && retries >= 0, 'a whole number from 0'),
    retryPosts: retryPosts ?? settings.retryPosts,
    headers: headers === undefined ? settings.headers : { ...settings.headers, ...checkHeaders(headers) },
    requests: validation?.requests ?? settings.requests,
    responses: validation?.responses ?? settings.responses,
    cooldown,
  };
}

function required<T>(name: string, given: T | undefined, variable: string): T | string {
  const value = given ?? readEnv(variable);
  if (value !== undefined) return value;
  throw new ConfigurationError(`${name} is missing: pass it, or set ${variable}`);
}

function milliseconds(name: string, value: number | false): number | false {
  // Timers know no greater wait.
  return valid(name, value, value === false || (value > 0 && value < 2 ** 31), 'false, or milliseconds below 2^31');
}

function valid<T>(name: string, value: T, isValid: boolean, range: string): T {
  if (isValid) return value;
  throw new ConfigurationError(`${name} must be ${range}, not ${value}`);
}

/** Headers with lower-case names, so that the same one in another spelling replaces. */
export function checkHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return Object.fromEntries(new Headers(headers));
  } catch {
    // The platform's message would show the value.
    throw new ConfigurationError('headers has a name or a value that HTTP does not allow');
  }
}
