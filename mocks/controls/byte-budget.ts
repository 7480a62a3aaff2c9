import { HttpError } from '../shared/http-error.ts';

/**
 * The bytes that the stored data, the history and the journal of a mock may take together. Named snapshots are data.
 * Data are rejected if they exceed it. The history takes at most half of what they leave, and the journal the rest.
 */
export class ByteBudget {
  readonly limit: number;
  /** Called after data or the history took or returned bytes. */
  onChange: () => void = () => undefined;
  #data = 0;
  #history = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** The bytes that data and the history leave. */
  get left(): number {
    return Math.max(0, this.limit - this.#data - this.#history);
  }

  /** The bytes that the history may take. */
  get historyLimit(): number {
    return Math.max(0, (this.limit - this.#data) / 2);
  }

  /** The bytes of the history. */
  get history(): number {
    return this.#history;
  }

  set history(bytes: number) {
    this.#history = bytes;
    this.onChange();
  }

  /** The bytes of the stored data. */
  get data(): number {
    return this.#data;
  }

  set data(bytes: number) {
    this.#data = bytes;
    this.onChange();
  }

  /** @throws A {@link HttpError} with status 507 if data may not take the given bytes. */
  assertRoom(bytes: number): void {
    if (bytes > this.limit) throw sandboxFull(`${this.limit} bytes for records and named snapshots`);
  }
}

/** Creates the error of a write for which there is no room. */
export function sandboxFull(limit: string): HttpError {
  return new HttpError(507, `Sandbox full: the limit is ${limit}. Delete records or named snapshots first.`);
}
