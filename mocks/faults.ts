/** Failures on purpose: what a network and a service do on a bad day. */
import { json, type ServerAnswer } from './exchange.ts';
import type { OperationName } from './operations.ts';

/** A delay in milliseconds: fixed, or spread evenly between two. */
export type Delay = number | { readonly min: number; readonly max: number };

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
  readonly delay?: Delay;
  readonly status?: number;
  /** The body that goes with `status`: a text as it is, anything else as JSON. Default an error that names the fault. */
  readonly body?: unknown;
  /** The headers that go with `status`. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly drop?: boolean;
  readonly lose?: boolean;
  readonly truncate?: boolean;
  readonly malform?: boolean;
}

/** An operation, all of a resource, or all. */
export type OperationPattern = OperationName | `${string}.*` | '*';

/** What a fault does, once it has struck. */
export type Strike = Pick<Fault, 'status' | 'body' | 'headers'> & {
  readonly delay: number;
  readonly kind?: 'status' | 'drop' | 'lose' | 'truncate' | 'malform';
};

const kinds = ['status', 'drop', 'lose', 'truncate', 'malform'] as const;

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
  /** Half a second or more for each call. */
  'slow-3g': [{ delay: { min: 400, max: 900 } }],
  /** Every call is told to slow down. */
  'rate-limit-storm': [
    { status: 429, headers: { 'retry-after': '1' }, body: { success: false, error: 'Too many requests' } },
  ],
} as const satisfies Record<string, readonly Fault[]>;

/** The name of a bad day. */
export type FaultPreset = keyof typeof faultPresets;

interface Armed {
  readonly fault: Fault;
  passed: number;
  struck: number;
}

/** The faults of a mock. */
export interface MockFaults {
  /**
   * Adds a fault, or those of a preset. Where several could strike a call, delays add up and the first other kind wins.
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
  /** The faults that can still strike. */
  list(): readonly Fault[];
}

/** The faults as the server meets them. */
export class Faults implements MockFaults {
  readonly #chance: () => number;
  readonly #armed = new Set<Armed>();

  constructor(chance: () => number) {
    this.#chance = chance;
  }

  add(fault: Fault | FaultPreset): () => void {
    const faults: readonly Fault[] = typeof fault === 'string' ? presetOf(fault) : [fault];
    const armed = faults.map((each) => ({ fault: valid(each), passed: 0, struck: 0 }));
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
  strike(operation: string | undefined): Strike | undefined {
    if (this.#armed.size === 0) return undefined;
    let delay = 0;
    let other: Fault | undefined;
    for (const armed of this.#armed) {
      const { fault } = armed;
      const kind = kinds.some((name) => fault[name]);
      if ((kind && other) || !matches(fault.on ?? '*', operation)) continue;
      if (armed.passed < (fault.after ?? 0)) {
        armed.passed += 1;
        continue;
      }
      if (fault.probability !== undefined && this.#chance() >= fault.probability) continue;
      armed.struck += 1;
      if (armed.struck >= (fault.times ?? Number.POSITIVE_INFINITY)) this.#armed.delete(armed);
      delay += lengthOf(fault.delay, this.#chance);
      if (kind) other = fault;
    }
    if (!other) return delay > 0 ? { delay } : undefined;
    const { status, body, headers } = other;
    const kind = kinds.find((name) => other?.[name]);
    return {
      delay,
      ...(kind && { kind }),
      ...(status !== undefined && { status }),
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    };
  }
}

function presetOf(name: string): readonly Fault[] {
  const preset: readonly Fault[] | undefined = Object.hasOwn(faultPresets, name)
    ? Reflect.get(faultPresets, name)
    : undefined;
  if (!preset) throw new TypeError(`no fault preset ${name}; there are ${Object.keys(faultPresets).join(', ')}`);
  return preset;
}

function valid(fault: Fault): Fault {
  const { delay, probability, status, times, after } = fault;
  const given = kinds.filter((kind) => fault[kind] !== undefined && fault[kind] !== false);
  if (given.length > 1) throw new TypeError(`fault: ${given.join(' and ')} exclude one another`);
  if (given.length === 0 && delay === undefined) {
    throw new TypeError(`fault: expected one of ${kinds.join(', ')} or delay, received none`);
  }
  if (status !== undefined && !(Number.isInteger(status) && status >= 200 && status <= 599)) {
    throw new TypeError(`fault: status expected 200 to 599, received ${status}`);
  }
  if (probability !== undefined && !(probability >= 0 && probability <= 1)) {
    throw new TypeError(`fault: probability expected 0 to 1, received ${probability}`);
  }
  for (const [name, count] of Object.entries({ times, after })) {
    if (count !== undefined && !(Number.isInteger(count) && count >= (name === 'times' ? 1 : 0))) {
      throw new TypeError(`fault: ${name} expected a count, received ${count}`);
    }
  }
  const { min, max } = typeof delay === 'object' ? delay : { min: delay ?? 0, max: delay ?? 0 };
  if (!(min >= 0 && max >= min)) throw new TypeError('fault: delay expected milliseconds, or a min and a larger max');
  return fault;
}

function matches(on: string | readonly string[], operation: string | undefined): boolean {
  return (typeof on === 'string' ? [on] : on).some(
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

/** What a fault makes of an answer. */
export function struck(
  { kind, status = 500, body, headers }: Strike,
  answer: ServerAnswer = json(500, {}),
): ServerAnswer {
  switch (kind) {
    case 'status': {
      const fallback = { success: false, error: `Fault: the mock was told to answer ${status}` };
      return typeof body === 'string'
        ? { status, headers: { ...headers }, body }
        : json(status, body ?? fallback, headers);
    }
    case 'drop':
    case 'lose':
      return { ...answer, broken: 'before' };
    case 'truncate':
      return { ...answer, broken: 'within' };
    case 'malform':
      return { ...answer, body: `${answer.body.slice(0, -1)}<` };
    default:
      return answer;
  }
}
