import * as z from 'zod/mini';
import { uuid } from '../../src/contract/fields.ts';
import { preview } from '../../src/contract/printable.ts';
import { listValid } from '../../src/contract/unknown-name.ts';
import { validate } from '../../src/contract/validate.ts';
import { type MockPolicies, resolvePolicies } from '../controls/policies.ts';
import { type PoliciesFile, policiesFrom } from '../controls/policies-file.ts';
import { assertToken } from '../shared/bearer-token.ts';
import { isObject } from '../shared/json.ts';
import { parseOptions, wholeNumber } from '../shared/parse-options.ts';
import { maxDelay } from '../shared/time.ts';
import type { Changes } from '../store/row-types.ts';
import type { SavedFixtures } from './fixtures/saved-fixtures.ts';
import { type ResourceName, resourceNames } from './operations.ts';
import { type ConformanceRecording, parseRecording } from './recording/recording.ts';
import type { ConformanceFixtures } from './records.ts';
import { type LastReport, parseReport } from './reports/trend.ts';

/** A step of a run. */
export interface ConformanceProgress {
  /** The part of the run. */
  readonly phase: 'policies' | 'rules' | 'walks';
  /** The id of the policy or rule. */
  readonly subject: string;
  /** The number of completed steps of the phase. */
  readonly completed: number;
  /** The number of all steps of the phase. */
  readonly total: number;
  /** Requests sent so far. */
  readonly requests: number;
}

/** Options of {@link runConformance}. */
export interface ConformanceOptions {
  /** The base URL of the server. Every path of the service starts with `/api/` below it. */
  readonly baseUrl: string;
  /** An API token. It appears in no report. */
  readonly token: string;
  /** Sends the requests. Default the global `fetch`. */
  readonly fetch?: ((input: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Headers for each request. Their values appear in no report. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Whether the kit may create records and change those. Default false: it only sends GET requests. */
  readonly allowWrites?: boolean | undefined;
  /** Ids of existing records that the kit may change. */
  readonly fixtures?: ConformanceFixtures | undefined;
  /**
   * The resources whose operations the kit calls, for a service that is not complete yet. Default all. A check that
   * needs another resource does not run.
   */
  readonly only?: readonly ResourceName[] | undefined;
  /** A token of another workspace. */
  readonly secondToken?: string | undefined;
  /** A token of the same workspace with fewer permissions. */
  readonly limitedToken?: string | undefined;
  /** Policies that the server is expected to have. Deviations are differences. */
  readonly policies?: PoliciesFile | Changes<MockPolicies> | undefined;
  /** Whether the report contains a recording of the exchanges, without ids, times and tokens. Default false. */
  readonly record?: boolean | undefined;
  /** The recording of an earlier run, of this server or another. Deviations are differences. */
  readonly compare?: ConformanceRecording | undefined;
  /** The report of an earlier run. The new report then says which causes are new, and which are gone. */
  readonly lastReport?: LastReport | undefined;
  /** Whether unknown values make the outcome `differs`. Default false. */
  readonly strict?: boolean | undefined;
  /** The number of random sequences of calls to compare with a calibrated mock. Default 0. */
  readonly walks?: number | undefined;
  /** The number that the random sequences derive from. Default 1. */
  readonly randomSeed?: number | undefined;
  /** The largest number of requests, retries included. Default 10,000. */
  readonly maxRequests?: number | undefined;
  /** The largest number of checks that run at the same time, each with one request. Default 4. */
  readonly concurrency?: number | undefined;
  /** The largest number of requests per second. Default unlimited. */
  readonly rate?: number | undefined;
  /** Milliseconds for one request with its response, a whole number. Default 30,000. */
  readonly timeout?: number | undefined;
  /** Ends the run. The report then contains the results so far. */
  readonly signal?: AbortSignal | undefined;
  /** Whether examples and recordings contain the values of records. Default false: they contain their types. */
  readonly showValues?: boolean | undefined;
  /** A name for the run, part of the names of created records. Default random. */
  readonly run?: string | undefined;
  /** Called before each step. */
  readonly onProgress?: ((progress: ConformanceProgress) => void) | undefined;
  /**
   * Called with the original fields of `contact`, `category` and `price` before they change, and with undefined after
   * they are restored. Store them until then: {@link restoreFixtures} repairs what a process that was killed left. The
   * fields can be personal data. If it throws, the fixture is not changed.
   */
  readonly saveFixtures?: ((saved: SavedFixtures | undefined) => void | Promise<void>) | undefined;
  /** Called before the first check with the reason why a fixture or a token cannot be used. */
  readonly onNotice?: ((reason: string) => void) | undefined;
}

/**
 * Validates the options that a wrong value would make fail later.
 *
 * @throws A TypeError if an option is invalid. It names the option, and never contains a token.
 */
export function validateOptions(options: ConformanceOptions): void {
  const { baseUrl, fixtures } = options;
  validateValues(options);
  if (typeof baseUrl !== 'string' || !URL.canParse(baseUrl) || !/^https?:$/.test(new URL(baseUrl).protocol)) {
    // A value with one of these characters may contain credentials.
    const received = /[@?#]/.test(String(baseUrl)) ? '' : `, received ${String(baseUrl)}`;
    throw new TypeError(`baseUrl: must be an absolute URL of http or https${received}`);
  }
  const { username, password, search, hash } = new URL(baseUrl);
  if (username || password || search || hash) {
    throw new TypeError('baseUrl: must have no credentials, query or fragment. Pass credentials as `headers`.');
  }
  for (const name of ['token', 'secondToken', 'limitedToken'] as const) {
    const token = options[name];
    if (token !== undefined || name === 'token') assertToken(name, token);
  }
  for (const name of ['secondToken', 'limitedToken'] as const) {
    if (options[name] === options.token) throw new TypeError(`${name}: must be another token than \`token\``);
  }
  if (fixtures !== undefined) parseFixtures(fixtures);
  if (options.compare !== undefined) parseRecording(options.compare);
  if (options.lastReport !== undefined) parseReport(options.lastReport);
  if (options.policies !== undefined) resolvePolicies(policiesFrom(options.policies));
}

const flag = z.boolean();
const callback = z.custom((value) => typeof value === 'function', 'must be a function');
const limit = z.custom(
  (value) => value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && Number(value) >= 1),
  'must be a whole number from 1',
);
const positive = z.custom((value) => Number(value) > 0, 'must be above 0');

/** The schemas of the options. Those without one are validated by themselves. */
const optionSchemas: { readonly [Name in keyof Required<ConformanceOptions>]: z.ZodMiniType | undefined } = {
  baseUrl: undefined,
  token: undefined,
  fetch: callback,
  headers: undefined,
  allowWrites: flag,
  fixtures: undefined,
  secondToken: undefined,
  limitedToken: undefined,
  only: z.array(z.enum(resourceNames)).check(z.minLength(1, 'must name a resource')),
  policies: undefined,
  record: flag,
  strict: flag,
  compare: undefined,
  lastReport: undefined,
  walks: wholeNumber(0),
  randomSeed: z.int('must be a whole number'),
  maxRequests: limit,
  concurrency: wholeNumber(1),
  rate: positive,
  timeout: wholeNumber(1, maxDelay),
  signal: z.custom((value) => typeof Object(value).addEventListener === 'function', 'must be an AbortSignal'),
  showValues: flag,
  run: z.string().check(z.regex(/^[a-z0-9]{1,20}$/, 'must be 1 to 20 lower-case letters and digits')),
  onProgress: callback,
  onNotice: callback,
  saveFixtures: callback,
};

function validateValues(options: ConformanceOptions): void {
  if (!isObject(options)) throw new TypeError(`options: must be an object, received ${preview(options)}`);
  const schemas: Readonly<Record<string, z.ZodMiniType | undefined>> = optionSchemas;
  for (const [name, value] of Object.entries(options)) {
    // `{ ...mock.clientOptions, token }` has them as well.
    if (name === 'apiToken' || name === 'callHeaders') continue;
    if (!Object.hasOwn(schemas, name)) {
      throw new TypeError(`Unknown option "${name}".${listValid('options', name, Object.keys(schemas))}`);
    }
    const schema = schemas[name];
    if (schema && value !== undefined) parseOptions(schema, value, name);
  }
  try {
    new Headers(options.headers);
  } catch {
    throw new TypeError('headers: must be an object of header names and values that HTTP allows');
  }
}

const fixturesSchema = z.strictObject({
  contact: z.optional(uuid),
  category: z.optional(uuid),
  deletableCategory: z.optional(uuid),
  discountedCategory: z.optional(uuid),
  price: z.optional(uuid),
  pricedProduct: z.optional(uuid),
});

/**
 * Validates fixtures.
 *
 * @throws A TypeError if the value is not an object of known names and UUIDs.
 */
export function parseFixtures(value: unknown): ConformanceFixtures {
  if (!isObject(value)) throw new TypeError('fixtures: must be an object');
  const result = validate(fixturesSchema, value);
  if (result.ok) {
    assertConsistent(value);
    return value;
  }
  const issues = result.issues.map(({ path, message }) => `${path} ${message}`).join(', ');
  const names = Object.keys(fixturesSchema.shape);
  const unknown = Object.keys(value).filter((name) => !names.includes(name));
  throw new TypeError(`fixtures: ${issues}.${listValid('names', unknown, names)}`);
}

function assertConsistent(fixtures: ConformanceFixtures): void {
  if (fixtures.pricedProduct !== undefined && fixtures.price === undefined) {
    throw new TypeError('fixtures: pricedProduct is the product of `price`, which is missing. Add `price`.');
  }
  for (const name of ['category', 'discountedCategory'] as const) {
    if (fixtures[name] === undefined || fixtures[name].toLowerCase() !== fixtures.deletableCategory?.toLowerCase()) {
      continue;
    }
    throw new TypeError(
      `fixtures: deletableCategory must be another category than \`${name}\`, because the kit deletes it`,
    );
  }
}
