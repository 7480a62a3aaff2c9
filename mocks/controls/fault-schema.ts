import * as z from 'zod/mini';
import { type OperationName, operationNames } from '../../src/contract/operations.ts';
import { hasNoBody } from '../../src/wire/body.ts';
import { isObject } from '../shared/json.ts';
import { parseOptions, wholeNumber } from '../shared/parse-options.ts';

/** A delay in milliseconds: fixed, or drawn evenly from a range. */
export type Delay =
  | number
  | {
      /** The shortest delay, in milliseconds. */
      readonly min: number;
      /** The longest delay, in milliseconds. */
      readonly max: number;
    };

/**
 * An operation, all operations of a resource, or every request: `products.update`, `products.*`, `*`. Only `*` matches
 * requests that are not an operation of the API.
 */
export type OperationPattern = OperationName | `${ResourceOf<OperationName>}.*` | '*';

type ResourceOf<Name extends string> = Name extends `${infer Resource}.${string}` ? Resource : never;

export const connectionFailures = ['drop-connection', 'drop-response', 'truncate-response', 'invalid-json'] as const;

/**
 * A failure of the connection or of the response:
 * - `drop-connection`: the connection breaks before the operation runs
 * - `drop-response`: the operation runs, then the connection breaks before the response; written data stays
 * - `truncate-response`: the operation runs, then the connection breaks in the middle of the response
 * - `invalid-json`: the operation runs, and the body of the response is not JSON
 *
 * @useDeclaredType
 */
export type ConnectionFailure = (typeof connectionFailures)[number];

/** The name of an injected fault in the journal and the request log. */
export type FaultKind = ConnectionFailure | 'status' | 'delay' | 'hold';

/** The properties that every fault can have. */
export interface FaultScope {
  /** The operations that the fault applies to: `products.update`, `products.*`, `*` or a list. Default: `*`. */
  readonly on?: OperationPattern | readonly OperationPattern[] | undefined;
  /** Number of calls that the fault applies to. Default: all. */
  readonly times?: number | undefined;
  /** Number of matching calls to skip first. Default: 0. */
  readonly after?: number | undefined;
  /** The share of calls that the fault applies to, from 0 to 1. Depends on the mock's `randomSeed`. Default: 1. */
  readonly probability?: number | undefined;
}

interface WithDelay extends FaultScope {
  /**
   * Milliseconds to wait before the operation runs. The operation also runs if the caller gives up meanwhile, as on a
   * slow server. Default: 0.
   */
  readonly delay?: Delay | undefined;
}

/** Properties that belong to another kind of fault. */
type Without<Name extends string> = { readonly [Property in Name]?: undefined };

/** A status in place of the response. The operation does not run. */
export interface StatusFault extends WithDelay, Without<'fault' | 'hold'> {
  /** The status of the response, from 200 to 599. */
  readonly status: number;
  /** The body: a string is sent as text, other values as JSON. Default: an error that names the fault. */
  readonly body?: unknown;
  /** The headers of the response. Headers that the mock sets itself, for example `content-length`, are ignored. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** A broken connection or response. */
export interface ConnectionFault extends WithDelay, Without<'status' | 'body' | 'headers' | 'hold'> {
  /** The part of the call that breaks. */
  readonly fault: ConnectionFailure;
}

/** A delay and nothing else. */
export interface DelayFault extends FaultScope, Without<'status' | 'body' | 'headers' | 'fault' | 'hold'> {
  /** Milliseconds to wait before the operation runs. */
  readonly delay: Delay;
}

/** A wait until the fault is removed. */
export interface HoldFault extends FaultScope, Without<'status' | 'body' | 'headers' | 'fault' | 'delay'> {
  /** Whether calls wait until the fault is removed: always true. */
  readonly hold: true;
}

/** An injected failure: a status, a broken connection, a delay or a hold. A delay can go with the first two. */
export type Fault = StatusFault | ConnectionFault | DelayFault | HoldFault;

/** A timer with a longer delay would fire immediately. */
const maxDelay = 2 ** 31 - 1;

const delayText = 'must be milliseconds below 2^31, or a range {min, max} of them';
const milliseconds = z.number(delayText).check(z.minimum(0, delayText), z.maximum(maxDelay, delayText));
const range = z
  .strictObject({ min: milliseconds, max: milliseconds })
  .check(z.refine(({ min, max }) => min <= max, delayText));
const delay = z.optional(z.union([milliseconds, range], delayText));
const requiredDelay = z.union([milliseconds, range], {
  error: ({ input }) => (input === undefined ? 'must be given if there is no status, fault or hold' : delayText),
});

const resources = new Set(operationNames.map((name) => name.slice(0, name.indexOf('.'))));
const patterns = ['*', ...[...resources].map((name) => `${name}.*`), ...operationNames] as readonly OperationPattern[];
const pattern = z.enum(patterns);
const patternText = `must be "*", a resource like "products.*", an operation (${operationNames.join(', ')}) or a list of these`;
const probabilityText = 'must be a number from 0 to 1';

const scope = {
  on: z.optional(z.union([pattern, z.array(pattern).check(z.minLength(1, patternText))], patternText)),
  times: z.optional(wholeNumber(1)),
  after: z.optional(wholeNumber(0)),
  probability: z.optional(
    z.number(probabilityText).check(z.minimum(0, probabilityText), z.maximum(1, probabilityText)),
  ),
};

/** A property that belongs to another kind of fault. */
const absent = (reason: string) => z.optional(z.undefined(`must be absent ${reason}`));
const withoutStatus = { body: absent('without a status'), headers: absent('without a status') };

/** The schema of each kind of fault, by the property that it must have. */
export const faultSchemas = {
  status: z
    .strictObject({
      ...scope,
      delay,
      status: wholeNumber(200, 599),
      body: z.optional(z.custom<unknown>(isJsonOrText, 'must be a string or a value that JSON can represent')),
      headers: z.optional(
        z
          .record(z.string(), z.string(), 'must be an object of strings')
          .check(z.refine(areHeaders, 'must be valid HTTP headers')),
      ),
      fault: absent('if there is a status'),
      hold: absent('if there is a status'),
    })
    .check(
      z.refine(({ status, body }) => body === undefined || !hasNoBody(status), {
        path: ['body'],
        error: 'must be absent, since responses with this status have no body',
      }),
    ),
  fault: z.strictObject({
    ...scope,
    ...withoutStatus,
    delay,
    fault: z.enum(connectionFailures),
    status: absent('if there is a fault'),
    hold: absent('if there is a fault'),
  }),
  hold: z.strictObject({
    ...scope,
    ...withoutStatus,
    hold: z.literal(true),
    delay: absent('if there is a hold'),
    status: absent('if there is a hold'),
    fault: absent('if there is a hold'),
  }),
  delay: z.strictObject({
    ...scope,
    ...withoutStatus,
    delay: requiredDelay,
    status: absent(''),
    fault: absent(''),
    hold: absent(''),
  }),
};

/**
 * Validates a fault from JavaScript, JSON or the command line.
 *
 * @throws A TypeError if the fault has no effect, more than one effect, or an unusable property.
 */
export function parseFault(value: unknown): Fault {
  const has = (name: string) => isObject(value) && value[name] !== undefined;
  const kind = (['status', 'fault', 'hold'] as const).find(has) ?? 'delay';
  const fault = parseOptions(faultSchemas[kind], value, 'fault');
  // The other properties are copies already.
  return isObject(fault.body) || Array.isArray(fault.body)
    ? { ...fault, body: JSON.parse(JSON.stringify(fault.body)) }
    : fault;
}

function isJsonOrText(value: unknown): boolean {
  try {
    return JSON.stringify(value) !== undefined;
  } catch {
    return false; // cycles, bigint
  }
}

function areHeaders(headers: Readonly<Record<string, string>>): boolean {
  try {
    return Boolean(new Headers(headers));
  } catch {
    return false;
  }
}
