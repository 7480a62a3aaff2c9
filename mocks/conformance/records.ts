import type { OperationName } from '../../src/contract/operations.ts';
import { isObject } from '../shared/json.ts';
import { bodyFieldsOf, sampleValues } from './body-fields.ts';
import { ifAny, NotRunError, RunStoppedError } from './errors.ts';
import { describeResponse, type Exchange, isSuccess } from './exchange.ts';
import { ExistingRecords } from './existing-records.ts';
import { dataOf, type Json, textOf } from './json.ts';
import { type CreateOperation, isCreation } from './operations.ts';
import type { Received, Service } from './service.ts';

/** Ids of existing records that the kit may change. The API creates neither contacts nor categories nor prices. */
export interface ConformanceFixtures {
  /** A contact. Its fields are changed and set back. */
  readonly contact?: string;
  /** A category. Its fields are changed and set back. */
  readonly category?: string;
  /** A category that the kit deletes. */
  readonly deletableCategory?: string;
  /** A category that an active discount references. */
  readonly discountedCategory?: string;
  /** A flat price, for servers whose new products have no price. Its model and its amount are changed and set back. */
  readonly price?: string;
  /** The product of `price`. Without it, the kit looks for the price in the first 100 products. */
  readonly pricedProduct?: string;
}

/** A record that the kit created on the server. */
export interface CreatedRecord {
  /** The operation that created it. */
  readonly operation: OperationName;
  /** Empty if the response was lost, so that it is not certain that the record exists. */
  readonly id: string;
  /** The name of the record. */
  readonly name: string;
  /** The customer of an address, or the product parent that was created with a product. */
  readonly parentId?: string;
}

/** Returns a name for a run. */
export function randomName(): string {
  return crypto.randomUUID().replaceAll('-', '').slice(0, 8);
}

/** The part of {@link Records} that all views share. */
interface SharedRecords {
  readonly run: string;
  readonly created: CreatedRecord[];
  /** The `api_name` of each record that was created. */
  readonly taken: Set<unknown>;
  readonly memo: Map<string, Promise<unknown>>;
  /** The records of both tokens share it, so that no name occurs twice. */
  readonly counter: { count: number };
  /** More fields for the creations that require them. */
  readonly demanding: Map<CreateOperation, Json>;
}

type OnDemand = (operation: CreateOperation, rejected: Exchange) => void;

/** Records that the kit reads on the server, and records that it creates there. */
export class Records extends ExistingRecords {
  readonly #shared: SharedRecords;
  readonly #onDemand: OnDemand;
  #second: Records | undefined;

  /** @param onDemand Called if a server requires a field that the specification leaves optional. */
  constructor(service: Service, run: string | SharedRecords, onDemand: OnDemand = () => {}) {
    const shared = typeof run === 'string' ? createShared(run) : run;
    super(service, shared.memo);
    this.#shared = shared;
    this.#onDemand = onDemand;
  }

  /** Returns the same records for a check that has its own service. */
  with(service: Service, onDemand: OnDemand): Records {
    return new Records(service, this.#shared, onDemand);
  }

  /** Returns the records of the second token. */
  get second(): Records {
    const { run, counter } = this.#shared;
    const service = this.service.with({ token: 'second' });
    this.#second ??= new Records(service, { ...createShared(run), counter }, this.#onDemand);
    return this.#second;
  }

  /** The records that were created, as far as {@link noteCreated} was called. */
  get created(): readonly CreatedRecord[] {
    return this.#shared.created;
  }

  /** Opens records, so that checks that run at the same time find them. */
  async prepare(names: readonly SharedRecord[], { allowWrites }: { allowWrites: boolean }): Promise<void> {
    for (const name of names) {
      if (isCreation(name) && !allowWrites) continue;
      const opening: Promise<unknown> = isCreation(name) ? this.own(name) : this[name]();
      // The checks that need the record get the error as well.
      await opening.catch((error: unknown) => {
        if (error instanceof RunStoppedError) throw error;
      });
    }
  }

  /** Returns a display name that no other record of the run has. */
  name(): string {
    this.#shared.counter.count += 1;
    return `conformance-${this.#shared.run} ${this.#shared.counter.count}`;
  }

  /** Returns an `api_name` that no other record of the run has. */
  apiName(): string {
    this.#shared.counter.count += 1;
    return `conformance_${this.#shared.run}_${this.#shared.counter.count}`;
  }

  /** Returns six digits that no other value of the run has, and that another run seldom has. */
  uniqueDigits(): string {
    this.#shared.counter.count += 1;
    const start = [...this.#shared.run].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 900_000, 7);
    return String(100_000 + ((start + this.#shared.counter.count) % 900_000));
  }

  /** Returns the part of names that is unique for an execution of a walk. */
  nameOfWalk(execution: number): string {
    return `${this.#shared.run}w${execution}`;
  }

  /** Creates a record. A server that requires a field that the specification leaves optional gets more fields. */
  async create(operation: CreateOperation, fields: Json = {}): Promise<Received> {
    let exchange = await this.tryCreate(operation, { ...(await this.bodyFor(operation)), ...fields });
    const isRejected = exchange.status >= 400 && exchange.status < 500 && exchange.status !== 403;
    if (isRejected && !this.#shared.demanding.has(operation))
      exchange = await this.#createWithMore(operation, fields, exchange);
    const record = dataOf(exchange.json);
    const id = textOf(record, 'id');
    if (!isSuccess(exchange) || !isObject(record) || id === '') {
      throw new NotRunError(`${operation} ${describeResponse(exchange)}`);
    }
    return { id, record, exchange };
  }

  async #createWithMore(operation: CreateOperation, fields: Json, rejected: Exchange): Promise<Exchange> {
    const optional = await this.#optionalFields(operation);
    const body = { ...(await this.bodyFor(operation)), ...optional, ...fields };
    const exchange = await this.tryCreate(operation, body);
    if (!isSuccess(exchange)) {
      // The rejected request can conflict with an earlier one whose response was lost.
      const isValid = !rejected.isRepeated;
      return await this.tryCreate(operation, { ...(await this.bodyFor(operation)), ...fields }, { isValid });
    }
    this.#shared.demanding.set(operation, optional);
    this.#onDemand(operation, rejected);
    return exchange;
  }

  /** Returns values of the fields that a creation does not require. */
  async #optionalFields(operation: CreateOperation): Promise<Json> {
    const optional = bodyFieldsOf(operation).flatMap((field): [string, unknown][] => {
      const [value] = sampleValues(field, this.uniqueDigits()) ?? [];
      return field.isRequired || value === undefined || /^(?:name|api_name|is_active)$/.test(field.key)
        ? []
        : [[field.key, value]];
    });
    const catalog = operation === 'products.create' ? await ifAny(this.own('catalogs.create')) : undefined;
    return { ...Object.fromEntries(optional), ...(catalog && { catalog_ids: [catalog.id] }) };
  }

  /** Sends a body that may create a record. A repeated request has another name, because the first may be stored. */
  async tryCreate(operation: CreateOperation, body: Json, options: { isValid?: boolean } = {}): Promise<Exchange> {
    const renew = () => ({
      ...body,
      ...(this.#isOwn(body['name']) && { name: this.name() }),
      // A name that a record of the run has is sent on purpose.
      ...(this.#isOwn(body['api_name']) && !this.#shared.taken.has(body['api_name']) && { api_name: this.apiName() }),
    });
    const exchange = await this.service.call(operation, { body, renew, ...options });
    if (isSuccess(exchange)) this.#shared.taken.add(textOf(dataOf(exchange.json), 'api_name'));
    return exchange;
  }

  #isOwn(name: unknown): boolean {
    return typeof name === 'string' && name.startsWith('conformance');
  }

  /** Lists the record that an exchange created, if it created one. */
  noteCreated(exchange: Exchange): void {
    const { operation, method } = exchange.call;
    const data = dataOf(exchange.json);
    const id = textOf(data, 'id');
    if (method !== 'POST' || operation === undefined) return;
    const isLost = exchange.status === 0 || exchange.status >= 500;
    const name = textOf(isLost ? exchange.call.body : data, 'name');
    const parentId = textOf(data, 'product_parent_id') || textOf(data, 'customer_id');
    if (isLost && name !== '') this.#shared.created.push({ operation, id: '', name });
    else if (isSuccess(exchange) && id !== '') {
      this.#shared.created.push({ operation, id, name, ...(parentId !== '' && { parentId }) });
    }
  }

  /** Returns a valid body for a new record. */
  async bodyFor(operation: CreateOperation): Promise<Json> {
    const more = this.#shared.demanding.get(operation) && (await this.#optionalFields(operation));
    return { ...more, ...(await this.#requiredFields(operation)) };
  }

  async #requiredFields(operation: CreateOperation): Promise<Json> {
    switch (operation) {
      case 'customers.create':
        return { name: this.name(), type: 'company' };
      case 'addresses.create':
        return {
          customer_id: (await this.own('customers.create')).id,
          type: 'billing',
          name: this.name(),
          address_line1: 'Lindenstraße 1',
          city: 'Berlin',
          postal_code: '10115',
          country: 'DE',
        };
      case 'catalogs.create':
        return { name: this.name() };
      case 'productParents.create':
      case 'products.create':
        return { name: this.name(), api_name: this.apiName(), recurrence_type: 'one_off' };
    }
  }

  /** Returns a record of this run that checks share. Checks that change fields set them back or create their own. */
  own(operation: CreateOperation): Promise<Received> {
    return this.once(`own ${operation}`, () => this.create(operation));
  }
}

/** A record that checks share. */
type SharedRecord =
  | 'customer'
  | 'contact'
  | 'address'
  | 'parent'
  | 'products'
  | 'catalog'
  | 'category'
  | CreateOperation;

/** The records that checks share. No list that one group reads contains the new records of the other. */
export const sharedRecords: readonly (readonly SharedRecord[])[] = [
  ['customers.create', 'customer', 'contact', 'address', 'addresses.create'],
  ['parent', 'products', 'catalog', 'category', 'catalogs.create', 'productParents.create', 'products.create'],
];

function createShared(run: string): SharedRecords {
  return { run, created: [], taken: new Set(), memo: new Map(), counter: { count: 0 }, demanding: new Map() };
}
