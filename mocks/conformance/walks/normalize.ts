import { contactRoles } from '../../../src/contract/contacts.ts';
import { pricingModels, recurrenceTypes } from '../../../src/contract/fields.ts';
import { isObject } from '../../shared/json.ts';
import { type Exchange, isSuccess } from '../exchange.ts';
import { canonical, dataOf, type Json, objectsIn, textOf } from '../json.ts';
import { describeDetails } from '../probes/validation.ts';

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** Texts that mean the same on every server. */
const stated: readonly string[] = [...contactRoles, ...pricingModels, ...recurrenceTypes];

/** Operations whose responses the specification does not show. */
const unspecified = new Set(['productParents.getProduct', 'paymentTerms.list']);

/** Removes from responses what differs between two servers that behave alike: ids, times, texts that nobody sent. */
export class Normalizer {
  readonly #labels = new Map<string, string>();
  readonly #own = new Set<string>();
  readonly #sent = new Set<unknown>(stated);
  readonly #isOrdered: boolean;

  /** @param options.isOrdered Whether the order of lists is known, so that it is compared. */
  constructor({ isOrdered }: { readonly isOrdered: boolean }) {
    this.#isOrdered = isOrdered;
  }

  /** Notes a request: its values are compared as they are. */
  addRequest(body: unknown): void {
    if (isObject(body) || Array.isArray(body)) for (const item of Object.values(body)) this.addRequest(item);
    else this.#sent.add(body);
  }

  /** Returns a response in a form that can be compared. */
  normalize(exchange: Exchange): unknown {
    const { status, failure, json, call } = exchange;
    if (failure !== undefined) return { failure };
    if (!isSuccess(exchange)) return { status, ...this.#error(json) };
    const data = dataOf(json);
    if (call.operation === undefined || unspecified.has(call.operation)) return { status };
    if (Array.isArray(data)) return { status, ...this.#list(data) };
    if (call.operation.endsWith('.create')) {
      this.#own.add(textOf(data, 'id'));
      this.#own.add(textOf(data, 'product_parent_id'));
    }
    return { status, data: this.#value(data) };
  }

  #error(json: unknown): Json {
    const error = isObject(json) ? json['error'] : undefined;
    const isStated = typeof error === 'string' && /^(?:Validation error|Forbidden|[A-Z][a-z ]* not found)$/.test(error);
    return {
      error: isStated ? error : '<text>',
      success: isObject(json) && 'success' in json ? json['success'] : '<none>',
      details: error === 'Validation error' ? describeDetails(json) : '<any>',
    };
  }

  /** Only records of the walk: others come and go. */
  #list(records: readonly unknown[]): Json {
    const own = objectsIn(records).filter((record) => this.#own.has(textOf(record, 'id')));
    const order = own.map((record) => this.#label(textOf(record, 'id')));
    const sorted = own.sort((a, b) => (this.#label(textOf(a, 'id')) < this.#label(textOf(b, 'id')) ? -1 : 1));
    return { data: sorted.map((record) => this.#value(record)), ...(this.#isOrdered && { order }) };
  }

  #value(value: unknown, key = ''): unknown {
    if (key === 'created_by' || key === 'updated_by') return '<user>';
    if (Array.isArray(value)) return this.#array(value, key);
    if (isObject(value)) {
      const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
      return Object.fromEntries(entries.map(([name, item]) => [name, this.#value(item, name)]));
    }
    if (typeof value === 'string') return this.#text(value);
    return typeof value === 'number' && !this.#sent.has(value) ? '<number>' : value;
  }

  /** The order of entries is not specified. */
  #array(items: readonly unknown[], key: string): unknown[] {
    if (key === 'prices') {
      const sorted = objectsIn(items).sort((a, b) =>
        textOf(a, 'pricebook_api_name') < textOf(b, 'pricebook_api_name') ? -1 : 1,
      );
      return sorted.map((price) => this.#value(price));
    }
    const normalized = items.map((item) => this.#value(item));
    return normalized.sort((a, b) => (canonical(a) < canonical(b) ? -1 : 1));
  }

  #text(text: string): string {
    if (uuid.test(text)) return this.#label(text);
    if (this.#sent.has(text) || text === '') return text;
    return timestamp.test(text) ? '<time>' : '<text>';
  }

  #label(id: string): string {
    const known = this.#labels.get(id);
    if (known !== undefined) return known;
    const label = `<id ${String(this.#labels.size + 1).padStart(3, '0')}>`;
    this.#labels.set(id, label);
    return label;
  }
}

/** Sorts the prices of a product, so that references name the same price on every server. */
export function sortPrices(data: unknown): unknown {
  if (!isObject(data) || !Array.isArray(data['prices'])) return data;
  const prices = objectsIn(data['prices']).sort((a, b) =>
    textOf(a, 'pricebook_api_name') < textOf(b, 'pricebook_api_name') ? -1 : 1,
  );
  return { ...data, prices };
}
