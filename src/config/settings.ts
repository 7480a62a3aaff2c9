import { ConfigurationError } from '../errors/index.ts';
import { createLog, type Log } from '../instrumentation/log-level.ts';
import type { Observer } from '../instrumentation/observer.ts';
import type { Fetch, KyInstance } from '../types/fetch.ts';
import type { ApiToken, ClientOptions, Cooldown, RequestOptions, ValidationMode } from '../types/options.ts';
import { checkApiToken, type TokenProviders } from './api-token.ts';
import { normalizeBaseUrl } from './base-url.ts';
import { checkOptions, clientRules, requestRules } from './check-options.ts';
import { isBrowser, isPage, readEnv, variables } from './environment.ts';
import { checkHeaders } from './headers.ts';
import { userAgent } from './user-agent.ts';

/** The resolved options of a request. */
export interface Settings {
  /** The options of the client, with those from the environment. */
  readonly options: ClientOptions;
  readonly baseUrl: string;
  readonly apiToken: ApiToken | null;
  readonly tokenProviders: TokenProviders;
  readonly timeout: number | false;
  readonly totalTimeout: number | false;
  readonly maxRetries: number;
  readonly retryPosts: boolean;
  readonly shouldRetry: RequestOptions['shouldRetry'];
  readonly headers: Readonly<Record<string, string>>;
  readonly maxResponseBytes: number | false;
  readonly requestValidation: ValidationMode;
  readonly responseValidation: ValidationMode;
  readonly fetch: Fetch;
  /** Sends the requests instead of `fetch`. */
  readonly ky: KyInstance | undefined;
  /** Whether the client runs in a page or in a worker of a page. */
  readonly isBrowser: boolean;
  /** Whether the visitors of a page could read the token. */
  readonly mayExposeToken: boolean;
  readonly log: Log;
  /** The fields of each operation whose mismatches were logged, so that each is logged once. */
  readonly loggedFields: Map<string, Set<string>>;
  /** Undefined if there is nothing to observe. */
  readonly observer: Promise<Observer | undefined> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly cooldown?: Cooldown | undefined;
}

/** @param parent Shares its tokens, and the fields that it has logged. */
export function resolveClientSettings(given: ClientOptions, parent?: Settings): Settings {
  const options = checkOptions(given, clientRules);
  if (options.ky && options.fetch) throw new ConfigurationError('ky: cannot be combined with fetch. Pass one of them.');
  const { baseUrl: url = readEnv('baseUrl'), apiToken = readEnv('apiToken') } = options;
  if (url === undefined || apiToken === undefined) throw missingOptions({ baseUrl: url, apiToken });
  const sourceOf = (name: keyof typeof variables) => (options[name] === undefined ? ` (from ${variables[name]})` : '');
  const baseUrl = normalizeBaseUrl(url, sourceOf('baseUrl'));
  const level = options.logLevel ?? readEnv('logLevel') ?? 'warn';
  const log = createLog(options.logger, level, sourceOf('logLevel'));
  if (parent?.baseUrl !== baseUrl && baseUrl.endsWith('/api')) {
    log.warn?.('baseUrl ends in /api, and each path starts with it. Remove it from baseUrl.');
  }
  return applyOptions(
    {
      // Copies the headers: the program may change them before `withOptions` reads them.
      options: { ...options, baseUrl, apiToken, headers: checkHeaders(options.headers ?? {}) },
      baseUrl,
      apiToken: checkApiToken(apiToken, sourceOf('apiToken')),
      tokenProviders: parent?.tokenProviders ?? new WeakMap(),
      timeout: 30_000,
      totalTimeout: false,
      maxRetries: 2,
      retryPosts: false,
      shouldRetry: undefined,
      headers: { accept: 'application/json', ...userAgent(options.appInfo) },
      maxResponseBytes: 2 ** 28,
      requestValidation: 'off',
      responseValidation: 'warn',
      // Look it up for each request: tests replace the global `fetch` at any time.
      fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
      ky: options.ky,
      isBrowser: isBrowser(),
      mayExposeToken: isPage() && !options.allowTokenInBrowser && !options.fetch,
      log,
      loggedFields: parent?.loggedFields ?? new Map(),
      observer: loadObserver(options, log),
    },
    options,
  );
}

/** Applies the options of a request to the settings of its client. */
export function resolveRequestSettings(settings: Settings, options: RequestOptions | undefined): Settings {
  if (options === undefined) return settings;
  return applyOptions(settings, checkOptions(options, requestRules));
}

function applyOptions(settings: Settings, options: RequestOptions): Settings {
  const { apiToken, headers, validation } = options;
  return {
    ...settings,
    apiToken: apiToken === undefined ? settings.apiToken : checkApiToken(apiToken),
    timeout: options.timeout ?? settings.timeout,
    totalTimeout: options.totalTimeout ?? settings.totalTimeout,
    maxRetries: options.maxRetries ?? settings.maxRetries,
    retryPosts: options.retryPosts ?? settings.retryPosts,
    shouldRetry: options.shouldRetry ?? settings.shouldRetry,
    headers: headers === undefined ? settings.headers : { ...settings.headers, ...checkHeaders(headers) },
    maxResponseBytes: options.maxResponseBytes ?? settings.maxResponseBytes,
    requestValidation: validation?.requests ?? settings.requestValidation,
    responseValidation: validation?.responses ?? settings.responseValidation,
    signal: options.signal,
    cooldown: options.cooldown,
  };
}

/** Replaces options of a client. Headers and validation are merged, as those of a request are. */
export function mergeOptions(settings: Settings, options: ClientOptions): ClientOptions {
  const given = checkOptions(options, clientRules);
  const { fetch, ky, headers, validation, ...rest } = settings.options;
  return {
    ...rest,
    // `fetch` replaces `ky`, and `ky` replaces `fetch`.
    ...(!given.fetch && !given.ky && { fetch, ky }),
    ...given,
    headers: { ...headers, ...(given.headers !== undefined && checkHeaders(given.headers)) },
    validation: {
      requests: given.validation?.requests ?? validation?.requests,
      responses: given.validation?.responses ?? validation?.responses,
    },
  };
}

function loadObserver({ hooks, redactedFields }: ClientOptions, log: Log): Settings['observer'] {
  if (!hooks && !log.info) return undefined;
  // Load it now: a page that has been open for days may no longer find the chunk on the first call.
  const observer = import('../instrumentation/observer.ts').then(
    (module) => new module.Observer(hooks ?? {}, log, redactedFields),
    () => {
      if (hooks) throw new ConfigurationError('hooks: the module that calls them could not be loaded');
      return undefined;
    },
  );
  observer.catch(() => {}); // Calls reject with it.
  return observer;
}

function missingOptions(options: Pick<ClientOptions, 'baseUrl' | 'apiToken'>): ConfigurationError {
  const missing = (['baseUrl', 'apiToken'] as const).filter((name) => options[name] === undefined);
  const problems = missing.map((name) => `${name}: is missing. Pass it or set ${variables[name]}.`);
  return new ConfigurationError(problems.join(' '));
}
