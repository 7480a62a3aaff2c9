import type { MockPolicies } from '../../controls/policies.ts';
import { isObject } from '../../shared/json.ts';
import { canonical } from '../compare-values.ts';
import { describeResponse, type Exchange, isSuccess } from '../exchange.ts';
import { dataOf, errorOf, type Json } from '../json.ts';
import { isValidationError } from '../rule.ts';
import type { Service } from '../service.ts';
import { shortenText } from '../shorten.ts';
import { Normalizer, type Settled, sortPrices } from './normalize.ts';
import { lookUp, Reference, removeDangling, type Step, UniqueText } from './step.ts';

/** The first difference between two servers. */
export interface WalkDifference {
  /** Whether a rule or a policy that was found settles the behavior. */
  readonly isSettled: boolean;
  /** The steps that lead to the difference. The last one shows it. */
  readonly steps: readonly Step[];
  readonly message: string;
  readonly exchange: Exchange;
}

interface Result {
  readonly exchange: Exchange;
  /** Undefined if nothing is settled, or if the list has more pages than the kit reads. */
  readonly normalized: Settled | undefined;
}

interface WalkOptions {
  readonly server: Service;
  readonly mock: Service;
  /** Makes the texts of the execution unique. */
  readonly name: string;
  /** The policies that were found. */
  readonly policies: Partial<MockPolicies>;
}

/** A server during one execution of a walk. */
class Execution {
  readonly #service: Service;
  readonly #name: string;
  readonly #normalizer: Normalizer;
  readonly #data = new Map<number, unknown>();

  constructor(service: Service, { name, policies }: WalkOptions) {
    this.#service = service;
    this.#name = name;
    this.#normalizer = new Normalizer({ isOrdered: policies.listOrder !== undefined });
  }

  async take(step: Step): Promise<Result> {
    const body = step.body && this.#resolve(step.body);
    const options = {
      params: this.#texts(step.params),
      ...(step.query && { query: this.#texts(step.query) }),
      ...(body !== undefined && { body }),
    };
    const exchange = await this.#service.call(step.operation, options);
    if (isSuccess(exchange) && Array.isArray(dataOf(exchange.json))) return await this.#readList(step, exchange);
    this.#data.set(step.id, sortPrices(dataOf(exchange.json)));
    return { exchange, normalized: this.#normalizer.normalize(step, body, exchange) };
  }

  /** Pages contain other records of the server, so a list is compared as a whole. */
  async #readList(step: Step, first: Exchange): Promise<Result> {
    const { records, isTruncated } = await this.#service.readPages(first);
    const exchange = { ...first, json: { success: true, data: records } };
    return { exchange, normalized: isTruncated ? undefined : this.#normalizer.normalize(step, undefined, exchange) };
  }

  #texts(values: Readonly<Record<string, unknown>>): Record<string, string> {
    return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, String(this.#resolve(value))]));
  }

  #resolve(value: unknown): unknown {
    if (value instanceof Reference) return lookUp(value, this.#data);
    if (value instanceof UniqueText) return value.in(this.#name);
    if (Array.isArray(value)) return value.map((item) => this.#resolve(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, this.#resolve(item)]));
  }
}

/** Makes the calls of a walk on two servers. Returns the first difference. */
export async function runWalk(steps: readonly Step[], options: WalkOptions): Promise<WalkDifference | undefined> {
  const [left, right] = [new Execution(options.server, options), new Execution(options.mock, options)];
  for (const [index, step] of steps.entries()) {
    const received = await left.take(step);
    const expected = await right.take(step);
    if (received.normalized === undefined || expected.normalized === undefined) continue;
    const [a, b] = keepCommon(received.normalized, expected.normalized);
    if (canonical(a) === canonical(b)) continue;
    const isSettled = a.isAccepted === b.isAccepted || settlesOutcome(step, expected.exchange);
    const message = `${step.operation}: ${a.isAccepted === b.isAccepted ? firstDifference(a, b) : describeOutcome(received, expected)}`;
    return { steps: steps.slice(0, index + 1), isSettled, message, exchange: received.exchange };
  }
  return undefined;
}

/** A list can lag or have more pages: only records that both servers list are compared. */
function keepCommon(a: Settled, b: Settled): readonly [Settled, Settled] {
  const { data: left, order: leftOrder } = a;
  const { data: right, order: rightOrder } = b;
  if (!leftOrder || !rightOrder || !left || !right) return [a, b];
  const names = leftOrder.filter((name) => rightOrder.includes(name));
  const keep = (settled: Settled, data: Json): Settled => ({
    ...settled,
    data: Object.fromEntries(names.map((name) => [name, data[name]])),
    order: settled.order?.filter((name) => names.includes(name)) ?? [],
  });
  return [keep(a, left), keep(b, right)];
}

/**
 * Whether it is settled that the mock accepts or rejects a call. A server may need more fields, or reject values that
 * the specification does not rule out.
 */
function settlesOutcome({ operation, body }: Step, expected: Exchange): boolean {
  if (isSuccess(expected)) return operation.endsWith('.update') && Object.keys(body ?? {}).length === 0;
  if (isValidationError(expected)) return true;
  return !operation.endsWith('.create') && errorOf(expected.json).endsWith(' not found');
}

function describeOutcome(received: Result, expected: Result): string {
  return `${describeResponse(received.exchange)}, the calibrated mock ${describeResponse(expected.exchange)}`;
}

/** Removes the steps that a difference does not need. Each attempt makes the calls again. */
export async function shrinkWalk(
  difference: WalkDifference,
  replay: (steps: readonly Step[]) => Promise<WalkDifference | undefined>,
): Promise<WalkDifference> {
  let shortest = difference;
  let attempts = 0;
  for (let index = shortest.steps.length - 2; index >= 0 && attempts < maxAttempts; index -= 1) {
    const steps = removeDangling(shortest.steps.filter((_, position) => position !== index));
    if (steps.at(-1)?.id !== shortest.steps.at(-1)?.id) continue;
    attempts += 1;
    const again = await replay(steps);
    if (again?.message !== shortest.message) continue;
    shortest = again;
    // Steps behind the index may be gone as well.
    index = Math.min(index, shortest.steps.length - 1);
  }
  return shortest;
}

/** Executions of a walk that shrinking may cost. */
const maxAttempts = 30;

/** Describes the first place in which two normalized responses differ. */
function firstDifference(received: unknown, expected: unknown, path = ''): string {
  if (isObject(received) && isObject(expected)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(received)])) {
      if (canonical(received[key]) === canonical(expected[key])) continue;
      return firstDifference(received[key], expected[key], path === '' ? key : `${path}.${key}`);
    }
  }
  if (Array.isArray(received) && Array.isArray(expected) && received.length === expected.length) {
    const index = received.findIndex((item, position) => canonical(item) !== canonical(expected[position]));
    return firstDifference(received[index], expected[index], `${path}[]`);
  }
  const [left, right] = [received, expected].map((value) => shortenText(canonical(value), 80));
  return `\`${path}\` is ${left}, the calibrated mock returns ${right}`;
}
