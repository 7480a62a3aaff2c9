import { isObject } from '../shared/json.ts';
import { Random } from '../shared/random.ts';
import { toStoredTimestamp } from '../shared/time.ts';
import { column } from './fields.ts';
import type { TableMetadata } from './metadata.ts';
import type { TableName } from './row-types.ts';

/** Every byte in hexadecimal, precomputed because a large seed creates millions of ids. */
const octet = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

/** A source of ids that depend only on the seed. */
export class IdGenerator {
  /** A whole number below 2^32. Generators with the same state and different streams never draw the same id. */
  stream = 0;
  readonly #random: Random;
  readonly #isRandom: () => boolean;

  /** @param isRandom Whether the next id is random instead, because others could draw the same id of the seed. */
  constructor(seed: number, isRandom: () => boolean) {
    this.#random = new Random(seed);
    this.#isRandom = isRandom;
  }

  /** Returns a version 4 UUID. */
  uuid(): string {
    const [a, b, c, d] = [this.#hex(), this.#hex(), this.#hex(), this.#hex()];
    const variant = '89ab'.charAt(Number.parseInt(c.charAt(0), 16) % 4);
    return `${a}-${b.slice(0, 4)}-4${b.slice(5)}-${variant}${c.slice(1, 4)}-${c.slice(4)}${d}`;
  }

  get state(): number {
    return this.#random.state;
  }

  set state(state: number) {
    this.#random.state = state;
  }

  #hex(): string {
    const [bits = 0] = this.#isRandom()
      ? crypto.getRandomValues(new Uint32Array(1))
      : [(this.#random.uint32() ^ this.stream) >>> 0];
    return `${octet[bits >>> 24]}${octet[(bits >>> 16) & 255]}${octet[(bits >>> 8) & 255]}${octet[bits & 255]}`;
  }
}

/** Whether a value is a text in the form of a UUID. */
export function isUuid(value: unknown): value is string {
  return typeof value === 'string' && /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
}

/** Writes UUIDs in lower case, as they are stored, and removes duplicates from lists of them. */
export function normalizeIds<Fields extends object>(
  { uuidColumns }: Pick<TableMetadata<TableName>, 'uuidColumns'>,
  fields: Fields,
): Fields {
  let normalized = fields;
  for (const name of uuidColumns) {
    const value = column(fields, name);
    const own = Array.isArray(value) ? uniqueIds(value) : lowerCase(value);
    if (own !== value) normalized = { ...normalized, [name]: own };
  }
  return normalized;
}

/**
 * Writes UUIDs and timestamps in conditions as they are stored, also those of operators:
 * `{ customer_id: { in: […] } }`.
 */
export function normalizeWhere<Where extends object>(
  metadata: Pick<TableMetadata<TableName>, 'uuidColumns' | 'timestampColumns'>,
  where: Where,
): Where {
  let normalized = normalizeIds(metadata, where);
  const convertColumn = (name: string, convert: (value: unknown, operator: string) => unknown) => {
    const wanted = column(normalized, name);
    if (wanted === undefined) return;
    const converted = isObject(wanted)
      ? Object.fromEntries(
          Object.entries(wanted).map(([operator, value]) => [
            operator,
            Array.isArray(value) ? value.map((each) => convert(each, operator)) : convert(value, operator),
          ]),
        )
      : convert(wanted, 'eq');
    normalized = { ...normalized, [name]: converted };
  };
  for (const name of metadata.uuidColumns) convertColumn(name, lowerCase);
  // A part of a timestamp can have the form of a timestamp: `2026-01-31T09`.
  for (const name of metadata.timestampColumns) {
    convertColumn(name, (value, operator) => (/^(?:contains|search)$/.test(operator) ? value : storedTimestamp(value)));
  }
  return normalized;
}

/** Returns the ids without duplicates, or the same list if it has none and they are in lower case. */
function uniqueIds(ids: readonly unknown[]): readonly unknown[] {
  const unique = new Set(ids.map(lowerCase));
  return unique.size === ids.length && ids.every((id) => unique.has(id)) ? ids : [...unique];
}

function storedTimestamp(value: unknown): unknown {
  return typeof value === 'string' ? (toStoredTimestamp(value) ?? value) : value;
}

function lowerCase(value: unknown): unknown {
  return typeof value === 'string' ? value.toLowerCase() : value;
}
