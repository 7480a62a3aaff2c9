/** The options of a client and of a request, checked and put together. */
import { ConfigurationError } from '../errors.ts';
import type { ApiToken, ClientOptions, Fetch, RequestOptions, ValidationMode } from '../options.ts';
import { atLevel, type Logger } from './log.ts';
import { parseBaseUrl } from './url.ts';

/** What a request is sent by. */
export interface Settings {
  readonly baseUrl: string;
  readonly apiToken: ApiToken;
  readonly timeout: number | false;
  readonly totalTimeout: number | false;
  readonly maxRetries: number;
  readonly retryPosts: boolean;
  readonly headers: Readonly<Record<string, string>>;
  readonly requests: ValidationMode;
  readonly responses: ValidationMode;
  readonly fetch: Fetch;
  readonly logger: Logger;
}

/** The settings of a client. */
export function clientSettings(options: ClientOptions): Settings {
  const apiToken = options.apiToken ?? environment('MASTERDATA_API_TOKEN');
  if (apiToken === undefined) {
    throw new ConfigurationError('no API token: pass apiToken, or set MASTERDATA_API_TOKEN');
  }
  const baseUrl = options.baseUrl ?? environment('MASTERDATA_BASE_URL');
  if (baseUrl === undefined) {
    throw new ConfigurationError('no base URL: pass baseUrl, or set MASTERDATA_BASE_URL');
  }
  return requestSettings(
    {
      baseUrl: parseBaseUrl(baseUrl),
      apiToken: checkApiToken(apiToken),
      timeout: 30_000,
      totalTimeout: false,
      maxRetries: 2,
      retryPosts: false,
      headers: { accept: 'application/json' },
      requests: 'off',
      responses: 'warn',
      // Looked up at each request: tests replace the global one at any time.
      fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
      logger: atLevel(options.logger ?? console, options.logLevel ?? 'warn'),
    },
    options,
  );
}

/** The settings of a request: the client's, but for what the request says otherwise. */
export function requestSettings(settings: Settings, options: RequestOptions | undefined): Settings {
  if (options === undefined) return settings;
  const { apiToken, timeout, totalTimeout, maxRetries, retryPosts, headers, validation } = options;
  return {
    ...settings,
    apiToken: apiToken === undefined ? settings.apiToken : checkApiToken(apiToken),
    timeout: checkMilliseconds('timeout', timeout ?? settings.timeout),
    totalTimeout: checkMilliseconds('totalTimeout', totalTimeout ?? settings.totalTimeout),
    maxRetries: checkRetries(maxRetries ?? settings.maxRetries),
    retryPosts: retryPosts ?? settings.retryPosts,
    headers: headers === undefined ? settings.headers : { ...settings.headers, ...checkHeaders(headers) },
    requests: validation?.requests ?? settings.requests,
    responses: validation?.responses ?? settings.responses,
  };
}

/** A token that a header can carry; the message never shows it. */
export function checkApiToken<T extends ApiToken>(token: T): T {
  if (typeof token !== 'function' && !/^[!-~]+$/.test(token)) {
    throw new ConfigurationError('the API token is empty, or has spaces, line breaks or non-ASCII characters');
  }
  return token;
}

function checkMilliseconds(name: string, value: number | false): number | false {
  // The greatest wait that timers know.
  if (value === false || (value > 0 && value <= 2_147_483_647)) return value;
  throw new ConfigurationError(`${name} must be false or milliseconds from 1 to 2147483647, not ${value}`);
}

function checkRetries(value: number): number {
  if (Number.isInteger(value) && value >= 0) return value;
  throw new ConfigurationError(`maxRetries must be a whole number from 0, not ${value}`);
}

/** Headers with lower-case names, so that the same one in another spelling replaces. */
function checkHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return Object.fromEntries(new Headers(headers));
  } catch {
    // The platform's message would show the value.
    throw new ConfigurationError('headers has a name or a value that HTTP does not allow');
  }
}

function environment(name: string): string | undefined {
  try {
    // Empty counts as unset, as shells have it.
    return (typeof process === 'undefined' ? undefined : process.env[name]) || undefined;
  } catch {
    // Deno throws where it may not read the environment.
    return undefined;
  }
}
