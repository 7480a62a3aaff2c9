import { isObject } from '../../shared/json.ts';
import { bodyFieldsOf } from '../body-fields.ts';
import { sortValues } from '../compare-values.ts';
import { type Exchange, isSuccess } from '../exchange.ts';
import { dataOf, type Json, objectsIn, textOf } from '../json.ts';
import { namedOnly } from '../specification/sentences.ts';
import type { Step } from './step.ts';

/** Fields that need not show the value that was sent: display names, inherited texts, fields of some price models. */
const openFields: Readonly<Record<string, ReadonlySet<string>>> = {
  products: new Set(['name', 'api_name', 'description']),
  prices: new Set([
    'amount',
    'volume_tiers',
    'graduated_tiers',
    'percent',
    'price_percentage_type',
    'cost',
    'cost_multiplier',
    'floor_price',
    'period_duration',
  ]),
};

/** The part of a response that does not depend on open points. */
export interface Settled {
  readonly isAccepted: boolean;
  /** The fields that the walk set, or a list of records by their names. */
  readonly data?: Json;
  /** The names of the records of a list, sorted if the order of lists is not known. */
  readonly order?: readonly string[];
}

/** Reduces responses of one server to what is settled. */
export class Normalizer {
  /** Names of records by their ids, which differ between servers. */
  readonly #names = new Map<string, string>();
  /** The fields that the walk set, by the ids of their records. */
  readonly #fields = new Map<string, Set<string>>();
  readonly #isOrdered: boolean;

  /** @param options.isOrdered Whether the order of lists is known, so that it is compared. */
  constructor({ isOrdered }: { readonly isOrdered: boolean }) {
    this.#isOrdered = isOrdered;
  }

  /** Returns undefined if nothing about the response is settled. */
  normalize({ operation, id }: Step, body: unknown, exchange: Exchange): Settled | undefined {
    if (namedOnly.has(operation)) return undefined;
    if (!isSuccess(exchange)) return { isAccepted: false };
    const data = dataOf(exchange.json);
    if (Array.isArray(data)) return { isAccepted: true, ...this.#list(data, operation) };
    if (!isObject(data)) return { isAccepted: true };
    if (operation.endsWith('.create')) {
      this.#names.set(idOf(data), `<record ${id}>`);
      const parent = textOf(data, 'product_parent_id').toLowerCase();
      if (parent !== '') this.#names.set(parent, `<parent ${id}>`);
    }
    const fields = this.#fields.get(idOf(data)) ?? new Set();
    this.#fields.set(idOf(data), fields);
    if (isObject(body)) for (const { key } of bodyFieldsOf(operation)) if (key in body) fields.add(key);
    return { isAccepted: true, data: this.#record(data, operation) };
  }

  /** Only records of the walk: others come and go. */
  #list(records: readonly unknown[], operation: string): Pick<Settled, 'data' | 'order'> {
    const own = objectsIn(records).flatMap((record) => {
      const name = this.#names.get(idOf(record));
      return name === undefined ? [] : [[name, this.#record(record, operation)] as const];
    });
    const names = own.map(([name]) => name);
    return { data: Object.fromEntries(own), order: this.#isOrdered ? names : names.sort() };
  }

  /** Returns the fields of a record that the walk set. */
  #record(record: Json, operation: string): Json {
    const [resource = ''] = operation.split('.');
    const fields = this.#fields.get(idOf(record));
    const isSettled = (path: string) => fields?.has(path) === true && !openFields[resource]?.has(path);
    return this.#select(record, '', isSettled);
  }

  #select(value: Json, prefix: string, isSettled: (path: string) => boolean): Json {
    const entries = Object.entries(value).flatMap(([key, item]): [string, unknown][] => {
      const path = prefix === '' ? key : `${prefix}[${key}]`;
      if (isObject(item)) {
        const group = this.#select(item, path, isSettled);
        return Object.keys(group).length > 0 ? [[key, group]] : [];
      }
      return isSettled(path) ? [[key, this.#value(item)]] : [];
    });
    return Object.fromEntries(entries);
  }

  /** The order of entries is not specified. */
  #value(value: unknown): unknown {
    if (Array.isArray(value)) return sortValues(value.map((item) => this.#value(item)));
    return typeof value === 'string' ? (this.#names.get(value.toLowerCase()) ?? value) : value;
  }
}

function idOf(record: Json): string {
  return textOf(record, 'id').toLowerCase();
}

/** Sorts the prices of a product, so that references name the same price on every server. */
export function sortPrices(data: unknown): unknown {
  if (!isObject(data) || !Array.isArray(data['prices'])) return data;
  const prices = objectsIn(data['prices']).sort((a, b) =>
    textOf(a, 'pricebook_api_name') < textOf(b, 'pricebook_api_name') ? -1 : 1,
  );
  return { ...data, prices };
}
