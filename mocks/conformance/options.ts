import * as z from 'zod/mini';
import { uuid } from '../../src/contract/fields.ts';
import { preview } from '../../src/contract/printable.ts';
import { listValid } from '../../src/contract/suggest-name.ts';
import { validate } from '../../src/contract/validate.ts';
import { type MockPolicies, resolvePolicies } from '../controls/policies.ts';
import { type PoliciesFile, policiesFrom } from '../controls/policies-file.ts';
import { isObject } from '../shared/json.ts';
import type { SavedFixtures } from './fixtures/saved-fixtures.ts';
import { type ConformanceRecording, parseRecording } from './recording/recording.ts';
import type { ConformanceFixtures } from './records.ts';
import { type LastReport, parseReport } from './reports/trend.ts';

/** A step of a run. */
export interface ConformanceProgress {
  readonly phase: 'policies' | 'rules' | 'walks';
  /** The id of the policy or rule. */
  readonly subject: string;
  readonly completed: number;
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
  readonly fetch?: (input: string, init: RequestInit) => Promise<Response>;
  /** Headers for each request. Their values appear in no report. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the kit may create records and change those. Default false: it only sends GET requests. */
  readonly allowWrites?: boolean;
  /** Ids of existing records that the kit may change. */
  readonly fixtures?: ConformanceFixtures;
  /** A token of another workspace. */
  readonly secondToken?: string;
  /** A token of the same workspace with fewer permissions. */
  readonly limitedToken?: string;
  /** Policies that the server is expected to have. Deviations are differences. */
  readonly policies?: PoliciesFile | Partial<MockPolicies>;
  /** Whether the report contains a recording of the exchanges, without ids, times and tokens. Default false. */
  readonly record?: boolean;
  /** The recording of an earlier run, of this server or another. Deviations are differences. */
  readonly compare?: ConformanceRecording;
  /** The report of an earlier run. The new report then says which causes are new, and which are gone. */
  readonly lastReport?: LastReport;
  /** Whether unknown values make the outcome `differs`. Default false. */
  readonly strict?: boolean;
  /** The number of random sequences of calls to compare with a calibrated mock. Default 0. */
  readonly walks?: number;
  /** The number that the random sequences derive from. Default 1. */
  readonly randomSeed?: number;
  /** The largest number of requests, retries included. Default 10,000. */
  readonly maxRequests?: number;
  /** The largest number of checks that run at the same time, each with one request. Default 4. */
  readonly concurrency?: number;
  /** The largest number of requests per second. Default unlimited. */
  readonly rate?: number;
  /** Milliseconds for one request with its response. Default 30,000. */
  readonly timeout?: number;
  /** Ends the run. The report then contains the results so far. */
  readonly signal?: AbortSignal;
  /** Whether examples and recordings contain the values of records. Default false: they contain their types. */
  readonly showValues?: boolean;
  /** A name for the run, part of the names of created records. Default random. */
  readonly run?: string;
  /** Called before each step. */
  readonly onProgress?: (progress: ConformanceProgress) => void;
  /**
   * Called with the original fields of `contact`, `category` and `price` before they change, and with undefined after
   * they are restored. Store them until then: {@link restoreFixtures} repairs what a process that was killed left. The
   * fields can be personal data. If it throws, the fixture is not changed.
   */
  readonly saveFixtures?: (saved: SavedFixtures | undefined) => void | Promise<void>;
  /** Called before the first write with the reason why a fixture or a token cannot be used. */
  readonly onNotice?: (reason: string) => void;
}

const headerText = /^[\x21-\x7e]+$/;

/**
 * Validates the options that a wrong value would make fail later.
 *
 * @throws A TypeError if an option is invalid. It names the option, and never contains a token.
 */
export function validateOptions(options: ConformanceOptions): void {
  const { baseUrl, maxRequests, rate, timeout, walks, randomSeed, concurrency, run, fixtures } = options;
  validateTypes(options);
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
    if (token === undefined && name !== 'token') continue;
    if (typeof token !== 'string' || !headerText.test(token)) {
      throw new TypeError(`${name}: must be printable ASCII characters without spaces`);
    }
  }
  for (const name of ['secondToken', 'limitedToken'] as const) {
    if (options[name] === options.token) throw new TypeError(`${name}: must be another token than \`token\``);
  }
  const positive = { rate, timeout };
  for (const [name, value] of Object.entries(positive)) {
    if (value !== undefined && !(value > 0)) throw new TypeError(`${name}: must be above 0, received ${value}`);
  }
  for (const [name, value, least] of [
    ['walks', walks, 0],
    ['maxRequests', maxRequests, 1],
    ['concurrency', concurrency, 1],
  ] as const) {
    if (value === undefined || (Number.isInteger(value) && value >= least)) continue;
    throw new TypeError(`${name}: must be a whole number from ${least}, received ${value}`);
  }
  if (randomSeed !== undefined && !Number.isInteger(randomSeed)) {
    throw new TypeError(`randomSeed: must be a whole number, received ${randomSeed}`);
  }
  if (run !== undefined && !/^[a-z0-9]{1,20}$/.test(run)) {
    throw new TypeError(`run: must be 1 to 20 lower-case letters and digits, received ${run}`);
  }
  if (fixtures !== undefined) parseFixtures(fixtures);
  if (options.compare !== undefined) parseRecording(options.compare);
  if (options.lastReport !== undefined) parseReport(options.lastReport);
  if (options.policies !== undefined) resolvePolicies(policiesFrom(options.policies));
}

/** The types of the options. Those without one are validated by themselves. */
const optionTypes: { readonly [Name in keyof Required<ConformanceOptions>]: 'boolean' | 'function' | undefined } = {
  baseUrl: undefined,
  token: undefined,
  fetch: 'function',
  headers: undefined,
  allowWrites: 'boolean',
  fixtures: undefined,
  secondToken: undefined,
  limitedToken: undefined,
  policies: undefined,
  record: 'boolean',
  strict: 'boolean',
  compare: undefined,
  lastReport: undefined,
  walks: undefined,
  randomSeed: undefined,
  maxRequests: undefined,
  concurrency: undefined,
  rate: undefined,
  timeout: undefined,
  signal: undefined,
  showValues: 'boolean',
  run: undefined,
  onProgress: 'function',
  onNotice: 'function',
  saveFixtures: 'function',
};

function validateTypes(options: ConformanceOptions): void {
  if (!isObject(options)) throw new TypeError(`options: must be an object, received ${preview(options)}`);
  const types: Readonly<Record<string, string | undefined>> = optionTypes;
  for (const [name, value] of Object.entries(options)) {
    // `{ ...mock.clientOptions, token }` has it, too.
    if (name === 'apiToken') continue;
    if (!Object.hasOwn(types, name)) {
      throw new TypeError(`Unknown option "${name}".${listValid('options', name, Object.keys(types))}`);
    }
    const type = types[name];
    if (type !== undefined && value !== undefined && typeof value !== type) {
      throw new TypeError(`${name}: must be a ${type}, received ${preview(value)}`);
    }
  }
  const { headers, signal } = options;
  try {
    new Headers(headers);
  } catch {
    throw new TypeError('headers: must be an object of header names and values that HTTP allows');
  }
  if (signal !== undefined && typeof Object(signal).addEventListener !== 'function') {
    throw new TypeError(`signal: must be an AbortSignal, received ${preview(signal)}`);
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
  if (result.ok && value['pricedProduct'] !== undefined && value['price'] === undefined) {
    throw new TypeError('fixtures: pricedProduct is the product of `price`, which is missing. Add `price`.');
  }
  if (result.ok) return value;
  const issues = result.issues.map(({ path, message }) => `${path} ${message}`).join(', ');
  const names = Object.keys(fixturesSchema.shape);
  const unknown = Object.keys(value).filter((name) => !names.includes(name));
  throw new TypeError(`fixtures: ${issues}.${listValid('names', unknown, names)}`);
}
