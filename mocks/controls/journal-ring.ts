import { byteLength } from '../shared/text-bytes.ts';
import type { JournalRecord } from './journal-entry.ts';

/** The limit for the characters of all bodies: lists of large stores are long. */
const maxCharacters = 64_000_000;

/**
 * The newest records of a journal, in the order of their ids, which count from 1. If there are more than the limit, or
 * if they are larger than the journal may be, the oldest are removed. The newest one stays, however large it is.
 */
export class JournalRing {
  readonly limit: number;
  readonly #maxBytes: number | undefined;
  /** Each record is at its id modulo the limit. */
  readonly #records: (JournalRecord | undefined)[] = [];
  /** The weight of each record, at the same position. To read it from the oldest record takes longer. */
  readonly #weights: number[] = [];
  #lastId = 0;
  #size = 0;
  /** The characters of all bodies or, if their bytes are limited, the bytes of all records. */
  #weight = 0;

  constructor(limit: number, maxBytes: number | undefined) {
    this.limit = limit;
    this.#maxBytes = maxBytes;
  }

  get size(): number {
    return this.#size;
  }

  /** The id of the newest record. 0 if there was none. */
  get lastId(): number {
    return this.#lastId;
  }

  get(id: number): JournalRecord | undefined {
    return id > this.#lastId - this.#size && id <= this.#lastId ? this.#records[id % this.limit] : undefined;
  }

  /** Returns all records, oldest first. */
  entries(): [id: number, record: JournalRecord][] {
    const found: [number, JournalRecord][] = [];
    for (let id = this.#lastId - this.#size + 1; id <= this.#lastId; id += 1) {
      const record = this.get(id);
      if (record) found.push([id, record]);
    }
    return found;
  }

  /** Adds a record, and returns its id. */
  add(record: JournalRecord): number {
    if (this.#size === this.limit) this.#removeOldest();
    this.#lastId += 1;
    const at = this.#lastId % this.limit;
    const weight = this.#maxBytes === undefined ? lengthOf(record) : bytesOf(record);
    this.#records[at] = record;
    this.#weights[at] = weight;
    this.#size += 1;
    this.#weight += weight;
    const maxWeight = this.#maxBytes ?? maxCharacters;
    while (this.#weight > maxWeight && this.#size > 1) this.#removeOldest();
    return this.#lastId;
  }

  /** Removes all records. The next one has the id 1. */
  clear(): void {
    this.#records.length = 0;
    this.#lastId = 0;
    this.#size = 0;
    this.#weight = 0;
  }

  #removeOldest(): void {
    const at = (this.#lastId - this.#size + 1) % this.limit;
    this.#weight -= this.#weights[at] ?? 0;
    this.#records[at] = undefined;
    this.#size -= 1;
  }
}

function lengthOf({ rawBody = '', response, originalResponse }: JournalRecord): number {
  return rawBody.length + response.body.length + (originalResponse?.body.length ?? 0);
}

/** The bytes of the small values of a record. */
const recordOverhead = 200;

function bytesOf({ url, headers, rawBody = '', response, originalResponse, closestFault }: JournalRecord): number {
  const texts = [
    url,
    rawBody,
    response.body,
    originalResponse?.body ?? '',
    ...Array.from(headers).flat(),
    ...Object.entries(response.headers).flat(),
    ...(closestFault?.differences ?? []),
  ];
  return texts.reduce((sum, text) => sum + byteLength(text), recordOverhead);
}
