import { ConfigurationError } from '../errors/index.ts';
import { createLog, type Log } from '../instrumentation/log-level.ts';
import type { Observer } from '../instrumentation/observer.ts';
import type { Fetch, KyInstance } from '../types/fetch.ts';
import type {
  ApiToken,
  ClientOptions,
  Cooldown,
  RequestOptions,
  SharedOptions,
  ValidationMode,
} from '../types/options.ts';
import { checkApiToken, type TokenProviders } from './api-token.ts';
import { endsInApi, normalizeBaseUrl } from './base-url.ts';
import { checkOptions, clientRules, requestRules } from './check-options.ts';
import { isBrowser, isPage, readEnv, variables } from './environment.ts';
import { checkHeaders } from './headers.ts';
import { userAgent } from './user-agent.ts';

const defaults = {
  timeout: 30_000,
  totalTimeout: false,
  maxRetries: 2,
  retryPosts: false,
  maxResponseBytes: 2 ** 28,
  headers: {},
  validation: { requests: 'off', responses: 'warn' },
} satisfies SharedOptions;

/** The resolved options of a request. */
export interface Settings {
  /** The options of the client, with those from the environment. */
  readonly options: ClientOptions & Pick<Settings, 'headers' | 'validation'>;
  readonly baseUrl: string;
  readonly apiToken: ApiToken | null;
  readonly tokenProviders: TokenProviders;
  readonly timeout: number | false;
  readonly totalTimeout: number | false;
  readonly maxRetries: number;
  readonly retryPosts: boolean;
  readonly shouldRetry?: RequestOptions['shouldRetry'];
  readonly headers: Readonly<Record<string, string>>;
  readonly maxResponseBytes: number | false;
  readonly validation: { readonly requests: ValidationMode; readonly responses: ValidationMode };
  readonly fetch: Fetch;
  /** Sends the requests instead of `fetch`. */
  readonly ky?: KyInstance | undefined;
  readonly callHeaders?: boolean | undefined;
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
  const checked = checkOptions(given, clientRules);
  if (checked.ky && checked.fetch) throw new ConfigurationError('ky: cannot be combined with fetch. Pass one of them.');
  const { baseUrl: url = readEnv('baseUrl'), apiToken = readEnv('apiToken') } = checked;
  if (url === undefined || apiToken === undefined) throw missingOptions({ baseUrl: url, apiToken });
  const sourceOf = (name: keyof typeof variables) => (checked[name] === undefined ? ` (from ${variables[name]})` : '');
  const baseUrl = normalizeBaseUrl(url, sourceOf('baseUrl'));
  const level = checked.logLevel ?? readEnv('logLevel') ?? 'warn';
  const log = createLog(checked.logger, level, sourceOf('logLevel'));
  if (parent?.baseUrl !== baseUrl && baseUrl.endsWith('/api')) log.warn?.(endsInApi);
  checkApiToken(apiToken, sourceOf('apiToken'));
  const options = merge({ ...defaults, baseUrl, apiToken }, { ...checked, baseUrl, apiToken });
  return {
    ...options,
    options,
    // Look it up for each request: tests replace the global `fetch` at any time.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    headers: { accept: 'application/json', ...userAgent(options.appInfo), ...options.headers },
    tokenProviders: parent?.tokenProviders ?? new WeakMap(),
    isBrowser: isBrowser(),
    mayExposeToken: isPage() && !options.allowTokenInBrowser && !options.fetch,
    log,
    loggedFields: parent?.loggedFields ?? new Map(),
    observer: loadObserver(options, log),
  };
}

/** Applies the options of a request to the settings of its client. */
export function resolveRequestSettings(settings: Settings, options: RequestOptions | undefined): Settings {
  if (options === undefined) return settings;
  const merged = merge(settings, checkOptions(options, requestRules));
  checkApiToken(merged.apiToken);
  return merged;
}

/** Replaces options of a client. `fetch` replaces `ky`, and `ky` replaces `fetch`. */
export function mergeOptions({ options }: Settings, given: ClientOptions): ClientOptions {
  const { fetch, ky, ...rest } = options;
  const checked = checkOptions(given, clientRules);
  return merge(checked.fetch || checked.ky ? rest : options, checked);
}

/** Replaces options. Headers and validation are merged. */
function merge<O extends Pick<Settings, 'headers' | 'validation'>, G extends SharedOptions>(
  options: O,
  { headers, validation, ...given }: G,
) {
  return {
    ...options,
    ...given,
    // Copies the headers: the program may change them before `withOptions` reads them.
    headers: { ...options.headers, ...(headers !== undefined && checkHeaders(headers)) },
    validation: {
      requests: validation?.requests ?? options.validation.requests,
      responses: validation?.responses ?? options.validation.responses,
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
