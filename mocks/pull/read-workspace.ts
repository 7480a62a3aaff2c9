import { previewWithoutText } from '../../src/contract/printable.ts';
import { parseTimestamp } from '../../src/contract/timestamp.ts';
import {
  forEachConcurrent,
  isApiError,
  isNotFoundError,
  isUnexpectedResponseError,
  type MasterDataClient,
  type RequestOptions,
  type UnexpectedResponseError,
} from '../../src/index.ts';
import { isObject } from '../shared/json.ts';
import { isUuid } from '../store/ids.ts';
import { type PulledRecord, type Resource, resources } from './copy-record.ts';
import type { RecordCache } from './progress-file.ts';

/** The records of a workspace, by their ids in lower case. */
export interface PulledWorkspace {
  readonly records: Readonly<Record<Resource, ReadonlyMap<string, PulledRecord>>>;
  /** The ids that records refer to, but that the service does not return. */
  readonly missing: Readonly<Record<Resource, ReadonlySet<string>>>;
}

/** A workspace that was read. */
export interface ReadWorkspace extends PulledWorkspace {
  /** Whether records are known to be of different times: the service has changed, or an earlier pull has read some. */
  readonly hasChanged: boolean;
}

/** The progress of a pull. */
export interface PullProgress {
  readonly resource: Resource;
  /** The number of records that were read. */
  readonly done: number;
  /** The number of records to read, as far as it is known. */
  readonly total: number | undefined;
}

export interface ReadOptions {
  readonly client: MasterDataClient;
  /** Copies a record, and replaces personal data. */
  readonly copy: (resource: Resource, record: unknown) => PulledRecord;
  readonly cache: RecordCache;
  /** The number of calls at the same time. */
  readonly concurrency: number;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: PullProgress) => void) | undefined;
}

/** The longest wait in milliseconds that the service may ask for. */
const maxCooldown = 15 * 60_000;

/** The references of each resource to records that have an operation. */
const references: Readonly<Partial<Record<Resource, Readonly<Record<string, Resource>>>>> = {
  customers: { contact_ids: 'contacts', address_ids: 'addresses' },
  contacts: { customer_id: 'customers', address_ids: 'addresses' },
  addresses: { customer_id: 'customers', contact_id: 'contacts' },
  categories: { parent_category_id: 'categories' },
  productParents: { catalog_ids: 'catalogs', product_ids: 'products' },
  products: { product_parent_id: 'productParents', catalogs: 'catalogs', categories: 'categories' },
};

/**
 * Reads the lists of a workspace, and then the records that their ids lead to, until no id is new. Sends only GET
 * requests.
 *
 * @throws The error of the first call that fails, except for records that do not exist (any more).
 */
export async function readWorkspace(options: ReadOptions): Promise<ReadWorkspace> {
  const reader = new Reader(options);
  await reader.readLists();
  for (;;) {
    const open = reader.openReferences();
    if (open.length === 0) return reader;
    for (const [resource, ids] of open) await reader.readRecords(resource, ids);
  }
}

class Reader implements ReadWorkspace {
  readonly records = byResource(() => new Map<string, PulledRecord>());
  readonly missing = byResource(() => new Set<string>());
  hasChanged = false;
  /** The ids of listed customers, whose tax registrations only `customers.get` returns. */
  readonly #listed = new Map<string, string>();
  readonly #options: ReadOptions;

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  async readLists(): Promise<void> {
    const { client, copy, onProgress } = this.#options;
    const lists = {
      customers: (options: RequestOptions) => client.customers.list({}, options),
      addresses: (options: RequestOptions) => client.addresses.list({}, options),
      productParents: (options: RequestOptions) => client.productParents.list({}, options),
      paymentTerms: (options: RequestOptions) => client.paymentTerms.list({}, options),
    } as const;
    const operationOf = (resource: Resource) => `${resource}.list`;
    await this.#forEach(Object.keys(lists) as (keyof typeof lists)[], operationOf, 1, async (resource, options) => {
      const found: [id: string, record: PulledRecord][] = [];
      for await (const record of lists[resource](options)) {
        // The specification does not state that payment terms have an id.
        found.push([
          resource === 'paymentTerms' ? String(found.length) : idOf(resource, record),
          copy(resource, record),
        ]);
        onProgress?.({ resource, done: found.length, total: undefined });
      }
      // A seed has the oldest row first, whatever the order of the list is.
      if (isNewestFirst(found.map(([, record]) => record))) found.reverse();
      for (const [id, record] of found) {
        this.records[resource].set(id.toLowerCase(), record);
        if (resource === 'customers') this.#listed.set(id.toLowerCase(), id);
      }
    });
  }

  /** Returns the ids whose records were not requested yet, as the service wrote them. */
  openReferences(): readonly (readonly [Resource, readonly string[]])[] {
    const open = byResource(() => new Map<string, string>());
    open.customers = new Map(this.#listed);
    const findOpen = (target: Resource, id: string) => {
      const key = id.toLowerCase();
      if (this.records[target].has(key) || this.missing[target].has(key)) return;
      // No operation returns a product parent by its id.
      if (target === 'productParents') this.missing.productParents.add(key);
      else open[target].set(key, id);
    };
    for (const resource of resources) {
      for (const [field, target] of Object.entries(references[resource] ?? {})) {
        for (const record of this.records[resource].values()) {
          for (const id of idsOf(target, record[field])) findOpen(target, id);
        }
      }
    }
    return resources
      .map((resource) => [resource, [...open[resource].values()]] as const)
      .filter(([, ids]) => ids.length > 0);
  }

  async readRecords(resource: Resource, ids: readonly string[]): Promise<void> {
    const { concurrency, onProgress } = this.#options;
    let done = 0;
    const operationOf = () => `${resource}.get`;
    const records = await this.#forEach(ids, operationOf, concurrency, async (id, options) => {
      const record = await this.#readRecord(resource, id, options);
      done += 1;
      onProgress?.({ resource, done, total: ids.length });
      return record;
    });
    for (const [index, id] of ids.entries()) {
      const key = id.toLowerCase();
      const record = records[index];
      const listed = this.records[resource].get(key);
      if (record) this.records[resource].set(key, listed ? withReferences(record, resource, listed) : record);
      else this.missing[resource].add(key);
      if (resource === 'customers') this.#listed.delete(key);
    }
  }

  async #readRecord(resource: Resource, id: string, options: RequestOptions): Promise<PulledRecord | undefined> {
    const { client, copy, cache } = this.#options;
    const key = id.toLowerCase();
    const cached = cache.get(resource, key);
    const listed = this.records[resource].get(key);
    if (cached && (!listed || listed['updated_at'] === cached['updated_at'])) {
      this.hasChanged = true;
      return cached;
    }
    const get = {
      customers: () => client.customers.get(id, options),
      contacts: () => client.contacts.get(id, options),
      addresses: () => client.addresses.get(id, options),
      categories: () => client.categories.get(id, options),
      catalogs: () => client.catalogs.get(id, options),
      products: () => client.products.get(id, options),
    };
    if (!(resource in get)) return undefined;
    try {
      // References lead to this id, whatever id the record has.
      const record: PulledRecord = { ...copy(resource, await get[resource as keyof typeof get]()), id };
      cache.add(resource, key, record);
      if (listed && listed['updated_at'] !== record['updated_at']) this.hasChanged = true;
      return record;
    } catch (error) {
      if (!isNotFoundError(error)) throw error;
      // Records refer to a deleted category for ever.
      if (resource !== 'categories') this.hasChanged = true;
      return undefined;
    }
  }

  /** Runs a task, which calls an operation, for each item. Stops at the first error. */
  async #forEach<Item, T>(
    items: readonly Item[],
    operationOf: (item: Item) => string,
    concurrency: number,
    task: (item: Item, options: RequestOptions) => Promise<T>,
  ): Promise<readonly T[]> {
    const stop = new AbortController();
    let failure: { readonly error: unknown } | undefined;
    const signals = [stop.signal, ...(this.#options.signal ? [this.#options.signal] : [])];
    const { results, stopped } = await forEachConcurrent(
      items,
      async (item, options) => {
        try {
          return await task(item, options);
        } catch (error) {
          failure ??= { error: withoutResponse(operationOf(item), error) };
          stop.abort();
          throw error;
        }
      },
      { concurrency, signal: AbortSignal.any(signals), maxCooldown },
    );
    if (failure) throw failure.error;
    if (stopped) throw stopped.error;
    return results.flatMap((result) => (result.ok ? [result.data] : []));
  }
}

function byResource<T>(create: () => T): Record<Resource, T> {
  return Object.fromEntries(resources.map((resource) => [resource, create()])) as Record<Resource, T>;
}

/** @throws An Error if a record has no UUID. */
function idOf(resource: Resource, record: unknown): string {
  const id = isObject(record) ? record['id'] : undefined;
  if (isUuid(id)) return id;
  throw new Error(
    `${resource}: each id in the responses of the service must be a UUID, received ${previewWithoutText(id)}.`,
  );
}

/** Returns the ids in a field: an id, ids, or records with ids. */
function idsOf(target: Resource, value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  if (Array.isArray(value)) return value.flatMap((entry) => idsOf(target, entry));
  return [idOf(target, isObject(value) ? value : { id: value })];
}

/** Adds the references of a listed record: what it referred to belongs to it, even if it has disappeared since. */
function withReferences(record: PulledRecord, resource: Resource, listed: PulledRecord): PulledRecord {
  const fields = Object.entries(references[resource] ?? {}).map(([field, target]) => {
    const ids = [listed, record].flatMap((each) => idsOf(target, each[field]));
    return [field, [...new Set(ids.map((id) => id.toLowerCase()))]] as const;
  });
  return { ...record, ...Object.fromEntries(fields) };
}

function isNewestFirst(records: readonly PulledRecord[]): boolean {
  const [first, last] = [records[0], records.at(-1)].map((record) => parseTimestamp(String(record?.['created_at'])));
  return first !== undefined && last !== undefined && first > last;
}

/** The advice about a status, which the text of a response would otherwise give. */
const advice: Readonly<Record<number, string>> = {
  401: ' Check the token.',
  403: ' Check the permissions of the token.',
  404: ' Check the base URL.',
};

/**
 * Returns the error of a call without the response that it describes, whose texts can be personal: with the operation
 * and the status. Returns an error without a response as it is.
 */
function withoutResponse(operation: string, error: unknown): unknown {
  if (isApiError(error)) return new Error(`${operation}: status ${error.status}.${advice[error.status] ?? ''}`);
  return isUnexpectedResponseError(error) ? withoutBody(operation, error) : error;
}

/** Keeps the message of an error that is not about the body, for example about the link to the next page. */
function withoutBody(operation: string, { message, status, contentType, body }: UnexpectedResponseError): Error {
  // Only this message quotes the body, in a form that is safe to print.
  if (!message.includes(': expected ')) return new Error(message);
  const [type = 'no content type'] = /^[\w.+-]+\/[\w.+-]+/.exec(contentType ?? '') ?? [];
  const received = body === '' ? 'no body' : `a body (${type}) that is not shown, because it can be personal`;
  return new Error(`${operation}: status ${status}, and ${received}.`);
}
