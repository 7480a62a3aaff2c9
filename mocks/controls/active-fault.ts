import { hasNoBody } from '../../src/wire/body.ts';
import { json, type MockResponse } from '../shared/messages.ts';
import type { ConnectionFailure, Delay, Fault, StatusFault } from './fault-schema.ts';

/** The failure that a fault causes. */
export type FaultEffect =
  | { readonly kind: 'status'; readonly response: MockResponse }
  | { readonly kind: ConnectionFailure };

/** A fault and its counters. */
export interface SavedFault {
  readonly id: string;
  readonly fault: Fault;
  readonly skipped: number;
  readonly hits: number;
}

/** A fault of a mock, its counters, and the calls that wait for it. */
export class ActiveFault {
  readonly id: string;
  readonly fault: Fault;
  readonly effect: FaultEffect | undefined;
  readonly #patterns: readonly string[];
  /** The functions that end the waits. */
  readonly #waits = new Set<() => void>();
  readonly #onWaiting: () => void;
  /** Called once, when a call begins to wait. */
  readonly #onReached = new Set<() => void>();
  #waiting = 0;
  #skipped = 0;
  #hits = 0;

  /** @param onWaiting Called when a call begins or ends to wait. */
  constructor(id: string, fault: Fault, onWaiting: () => void) {
    const { on = '*' } = fault;
    this.id = id;
    this.fault = fault;
    this.#onWaiting = onWaiting;
    this.effect = effectOf(fault);
    this.#patterns = typeof on === 'string' ? [on] : [...on];
  }

  /** Whether the fault can no longer apply to a call. */
  get isExhausted(): boolean {
    return this.#hits >= (this.fault.times ?? Number.POSITIVE_INFINITY);
  }

  /** Whether the fault can no longer apply to a call, and none waits for it. */
  get isDone(): boolean {
    return this.isExhausted && this.#waiting === 0;
  }

  /** The number of calls that the fault was applied to. */
  get hits(): number {
    return this.#hits;
  }

  /** The number of calls that wait for the fault, also those whose body is still arriving. */
  get waiting(): number {
    return this.#waiting;
  }

  /** Returns the fault with the numbers of calls that it skipped and that it applied to. */
  save(): SavedFault {
    return { id: this.id, fault: this.fault, skipped: this.#skipped, hits: this.#hits };
  }

  /** Continues with the numbers of calls of a saved fault. */
  load({ skipped, hits }: Pick<SavedFault, 'skipped' | 'hits'>): void {
    this.#skipped = skipped;
    this.#hits = hits;
  }

  matches(operation: string | undefined): boolean {
    return this.#patterns.some((pattern) => matchesPattern(pattern, operation));
  }

  /** Whether to skip a matching call. Counts the calls that it skips. */
  skips(): boolean {
    if (this.#skipped >= (this.fault.after ?? 0)) return false;
    this.#skipped += 1;
    return true;
  }

  /** Whether the fault applies to a matching call. Counts the calls that it applies to. */
  fires(random: () => number): boolean {
    const { probability } = this.fault;
    if (probability !== undefined && random() >= probability) return false;
    this.#hits += 1;
    return true;
  }

  /** Returns the milliseconds that a call must wait: infinity if the fault holds calls. */
  sampleDelay(random: () => number): number {
    return this.fault.hold ? Number.POSITIVE_INFINITY : sample(this.fault.delay ?? 0, random);
  }

  /** Counts a call that waits as soon as its body has arrived. {@link wait} or {@link endCall} must follow. */
  expectCall(): void {
    this.#waiting += 1;
    this.#onWaiting();
  }

  /** Counts a call that no longer waits. */
  endCall(): void {
    this.#waiting -= 1;
    this.#onWaiting();
  }

  /** Waits until the delay is over, the fault is released, or the signal is aborted. */
  wait(delay: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      if (signal?.aborted) {
        this.endCall();
        resolve();
        return;
      }
      const end = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        this.#waits.delete(end);
        this.endCall();
        resolve();
      };
      const timer = delay === Number.POSITIVE_INFINITY ? undefined : setTimeout(end, delay);
      signal?.addEventListener('abort', end);
      this.#waits.add(end);
      for (const listener of this.#onReached) listener();
      this.#onReached.clear();
    });
  }

  /** Lets all waiting calls continue. */
  release(): void {
    for (const end of this.#waits) end();
  }

  /** Resolves as soon as the body of a waiting call has arrived. */
  async reached(): Promise<void> {
    if (this.#waits.size === 0) await new Promise<void>((resolve) => this.#onReached.add(resolve));
  }
}

/** Whether the pattern of a fault includes an operation, or a smaller pattern. */
export function matchesPattern(pattern: string, operation: string | undefined): boolean {
  if (pattern === '*' || pattern === operation) return true;
  return pattern.endsWith('.*') && operation?.startsWith(pattern.slice(0, -1)) === true;
}

function sample(delay: Delay, random: () => number): number {
  return typeof delay === 'number' ? delay : delay.min + random() * (delay.max - delay.min);
}

function effectOf(fault: Fault): FaultEffect | undefined {
  if (fault.status !== undefined) return { kind: 'status', response: responseOf(fault) };
  return fault.fault && { kind: fault.fault };
}

/**
 * Headers that describe how a body was sent. Copied from a real response, they would contradict the response that the
 * mock sends.
 */
const framingHeaders = [
  'connection',
  'content-encoding',
  'content-length',
  'keep-alive',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

function responseOf({ status, body, headers: given }: StatusFault): MockResponse {
  const headers: Record<string, string> = {};
  for (const [name, value] of new Headers(given)) if (!framingHeaders.includes(name)) headers[name] = value;
  if (hasNoBody(status)) return { status, headers, body: '' };
  if (typeof body === 'string') {
    return { status, headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers }, body };
  }
  const content = body === undefined ? { success: false, error: `Injected fault: status ${status}` } : body;
  return json(status, content, headers);
}
