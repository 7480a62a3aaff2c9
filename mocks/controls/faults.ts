/** Failures on purpose: what a network and a service do on a bad day. */

import { type OperationName, operationNames } from '../../src/contract/operations.ts';
import { json, type MockResponse } from '../shared/messages.ts';

/** A delay in milliseconds: fixed, or spread evenly between two. */
export type Delay =
  | number
  | {
      /** The shortest, in milliseconds. */
      readonly min: number;
      /** The longest, in milliseconds. */
      readonly max: number;
    };

/**
 * A failure, and when it strikes. The kinds exclude one another, but for `delay`, which goes with any:
 * - `status`: this status, with `body` and `headers` where given; the operation is not run
 * - `drop`: the connection breaks before there is an answer; the operation is not run
 * - `lose`: the operation is run, and the connection breaks before the answer arrives: what was written stays
 * - `truncate`: the operation is run, and the connection breaks in the middle of the answer
 * - `malform`: the operation is run, and its answer is not JSON
 */
export interface Fault {
  /** The operations it strikes: `products.update`, `products.*`, `*`, or a list of them. Default `*`. */
  readonly on?: OperationPattern | readonly OperationPattern[];
  /** How often it strikes before it is over. Default always. */
  readonly times?: number;
  /** How many calls it lets pass first. Default 0. */
  readonly after?: number;
  /** How probable it is that it strikes, 0 to 1, by the mock's seeded generator. Default 1. */
  readonly probability?: number;
  /**
   * How long the call waits before it is run. A caller who gives up meanwhile does not call it back: it is run all the
   * same, as by a slow server.
   */
  readonly delay?: Delay;
  /** 200 to 599. */
  readonly status?: number;
  /** The body that goes with `status`: a text as it is, anything else as JSON. Default an error that names the fault. */
  readonly body?: unknown;
  /** The headers that go with `status`. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Whether the connection breaks before there is an answer, and the operation is not run. */
  readonly drop?: boolean;
  /** Whether the operation is run, and its answer lost: what was written stays. */
  readonly lose?: boolean;
  /** Whether the operation is run, and the connection breaks in the middle of the answer. */
  readonly truncate?: boolean;
  /** Whether the operation is run, and its answer is not JSON. */
  readonly malform?: boolean;
}

/**
 * An operation, all of a resource, or all, with paths and methods that name none among them:
 * `products.update`, `products.*`, `*`.
 */
export type OperationPattern = OperationName | `${ResourceOf<OperationName>}.*` | '*';

type ResourceOf<Name extends string> = Name extends `${infer Resource}.${string}` ? Resource : never;

const kinds = ['status', 'drop', 'lose', 'truncate', 'malform'] as const;
const properties = ['on', 'times', 'after', 'probability', 'delay', 'body', 'headers', ...kinds] as const;

/** What a fault makes of a call. */
export type FaultKind = (typeof kinds)[number];

/** What the faults have in store for a call. */
export interface InjectedFault {
  readonly delay: number;
  readonly kind?: FaultKind;
  /** The answer of the kind `status`. */
  readonly answer?: MockResponse;
}

/** Bad days with a name. */
export const faultPresets = {
  /** One call in ten breaks off, one in twenty loses its answer, and all are a little slow. */
  'flaky-network': [
    { delay: { min: 20, max: 200 } },
    { probability: 0.1, drop: true },
    { probability: 0.05, lose: true },
  ],
  /** Everything is answered 503 and asks for half a minute. */
  maintenance: [{ status: 503, headers: { 'retry-after': '30' }, body: { success: false, error: 'Maintenance' } }],
  /** Nearly half a second or more for each call. */
  'slow-3g': [{ delay: { min: 400, max: 900 } }],
  /** Every call is told to slow down. */
  'rate-limit-storm': [
    { status: 429, headers: { 'retry-after': '1' }, body: { success: false, error: 'Too many requests' } },
  ],
} as const satisfies Record<string, readonly Fault[]>;

/**
 * The name of a bad day.
 *
 * @useDeclaredType
 */
export type FaultPreset = keyof typeof faultPresets;

interface Armed {
  readonly fault: Fault;
  readonly on: readonly string[];
  readonly kind: FaultKind | undefined;
  readonly answer: MockResponse | undefined;
  passed: number;
  applyFault: number;
}

/** The faults of a mock. */
export interface MockFaults {
  /**
   * Adds a fault, or those of a preset. Where several could next a call, delays add up and the first other kind wins.
   *
   * @returns a function that removes it.
   * @throws TypeError for a fault that can do nothing, or that no call can meet.
   * @example
   * ```ts
   * mock.faults.add({ on: 'products.update', times: 1, status: 503 });
   * mock.faults.add('flaky-network');
   * ```
   */
  add(fault: Fault | FaultPreset): () => void;
  /** Removes every fault. */
  clear(): void;
  /** The faults that can still next. */
  list(): readonly Fault[];
}

/** The faults as the server meets them. */
export class Faults implements MockFaults {
  readonly #random: () => number;
  readonly #armed = new Set<Armed>();

  constructor(chance: () => number) {
    this.#random = chance;
  }

  add(fault: Fault | FaultPreset): () => void {
    const faults: readonly Fault[] = typeof fault === 'string' ? presetOf(fault) : [fault];
    const armed = faults.map(arm);
    for (const each of armed) this.#armed.add(each);
    return () => {
      for (const each of armed) this.#armed.delete(each);
    };
  }

  clear(): void {
    this.#armed.clear();
  }

  list(): readonly Fault[] {
    return [...this.#armed].map(({ fault }) => fault);
  }

  /** What strikes a call of the operation, if anything does. */
  next(operation: string | undefined): InjectedFault | undefined {
    if (this.#armed.size === 0) return undefined;
    let delay = 0;
    let other: Armed | undefined;
    for (const armed of this.#armed) {
      const { fault, kind } = armed;
      if (!matches(armed.on, operation)) continue;
      if (armed.passed < (fault.after ?? 0)) {
        armed.passed += 1;
        continue;
      }
      if (kind && other) continue;
      if (fault.probability !== undefined && this.#random() >= fault.probability) continue;
      armed.applyFault += 1;
      if (armed.applyFault >= (fault.times ?? Number.POSITIVE_INFINITY)) this.#armed.delete(armed);
      delay += lengthOf(fault.delay, this.#random);
      if (kind) other = armed;
    }
    if (!other) return delay > 0 ? { delay } : undefined;
    const { kind, answer } = other;
    return { delay, ...(kind && { kind }), ...(answer && { answer }) };
  }
}

function presetOf(name: string): readonly Fault[] {
  const preset: readonly Fault[] | undefined = Object.hasOwn(faultPresets, name)
    ? Reflect.get(faultPresets, name)
    : undefined;
  if (!preset) throw new TypeError(`no fault preset ${name}; there are ${Object.keys(faultPresets).join(', ')}`);
  return preset;
}

function arm(given: Fault): Armed {
  check(given);
  const fault = { ...given };
  const { on = '*' } = fault;
  const kind = kinds.find((name) => fault[name]);
  return {
    fault,
    on: typeof on === 'string' ? [on] : [...on],
    kind,
    answer: kind === 'status' ? answerOf(fault) : undefined,
    passed: 0,
    applyFault: 0,
  };
}

/** Faults come from JSON, too: they are not trusted to be what their type says. */
function check(fault: Fault): void {
  const refuse = (problem: string) => {
    throw new TypeError(`fault: ${problem}`);
  };
  if (typeof fault !== 'object' || fault === null) refuse(`expected an object, received ${String(fault)}`);
  const { on = '*', delay, probability, status, times, after } = fault;
  const unknown = Object.keys(fault).filter((name) => !properties.some((known) => known === name));
  if (unknown.length > 0) refuse(`no property ${unknown.join(', ')}; there are ${properties.join(', ')}`);

  const patterns: readonly unknown[] = Array.isArray(on) ? on : [on];
  if (patterns.length === 0) refuse('on expected at least one operation, received none');
  for (const pattern of patterns) {
    if (pattern !== '*' && !operationNames.some((name) => matches([String(pattern)], name))) {
      refuse(
        `on expected '*', a resource such as 'products.*', or one of ${operationNames.join(', ')}; received ${pattern}`,
      );
    }
  }

  const given = kinds.filter((kind) => fault[kind] !== undefined && fault[kind] !== false);
  if (given.length > 1) refuse(`${given.join(' and ')} exclude one another`);
  if (given.length === 0 && delay === undefined) refuse(`expected one of ${kinds.join(', ')} or delay, received none`);
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599)) {
    refuse(`status expected 200 to 599, received ${status}`);
  }
  if (status === undefined && (fault.body !== undefined || fault.headers)) refuse('body and headers go with a status');
  if (probability !== undefined && !(typeof probability === 'number' && probability >= 0 && probability <= 1)) {
    refuse(`probability expected 0 to 1, received ${probability}`);
  }
  for (const [name, count] of Object.entries({ times, after })) {
    if (count !== undefined && !(Number.isInteger(count) && count >= (name === 'times' ? 1 : 0))) {
      refuse(`${name} expected a count, received ${count}`);
    }
  }
  const { min, max } = typeof delay === 'object' && delay ? delay : { min: delay, max: delay };
  if (delay !== undefined && !(isMilliseconds(min) && isMilliseconds(max) && max >= min)) {
    refuse('delay expected milliseconds, or a min and a larger max');
  }
}

/** Longer than this, and a timer fires at once. */
const longestDelay = 2 ** 31 - 1;

function isMilliseconds(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= longestDelay;
}

function matches(on: readonly string[], operation: string | undefined): boolean {
  return on.some(
    (pattern) =>
      pattern === '*' ||
      pattern === operation ||
      (pattern.endsWith('.*') && operation?.startsWith(pattern.slice(0, -1)) === true),
  );
}

function lengthOf(delay: Delay | undefined, random: () => number): number {
  if (delay === undefined) return 0;
  return typeof delay === 'number' ? delay : delay.min + random() * (delay.max - delay.min);
}

/** The statuses whose answers have no body. */
const bodyless = [204, 205, 304];

/** The answer of a fault with a status, as every way to the mock gives it. */
function answerOf({ status = 500, body, headers: given }: Fault): MockResponse {
  const headers = Object.fromEntries(new Headers(given));
  if (bodyless.includes(status)) {
    if (body !== undefined) throw new TypeError(`fault: an answer with status ${status} has no body`);
    return { status, headers, body: '' };
  }
  if (typeof body === 'string') {
    return { status, headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers }, body };
  }
  const answer = json(
    status,
    body === undefined ? { success: false, error: `Fault: the mock was told to answer ${status}` } : body,
    headers,
  );
  if (typeof answer.body !== 'string') throw new TypeError(`fault: body has no form in JSON: ${typeof body}`);
  return answer;
}

/** What a next makes of an answer; without one, where the operation was not run. */
export function applyFault({ kind, answer: instead }: InjectedFault, answer: MockResponse = noResponse): MockResponse {
  switch (kind) {
    case 'status':
      return instead ?? answer;
    case 'drop':
    case 'lose':
      return { ...answer, connection: 'dropped' };
    case 'truncate':
      return { ...answer, connection: 'truncated' };
    case 'malform':
      return { ...answer, body: `${answer.body.slice(0, -1)}<` };
    default:
      return answer;
  }
}

/** There was no answer: the connection is gone, and nobody sees this but the journal. */
export const noResponse: MockResponse = { status: 0, headers: {}, body: '', connection: 'dropped' };
