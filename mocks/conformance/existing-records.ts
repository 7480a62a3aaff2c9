import { NotRunError } from './errors.ts';
import { type Json, objectsIn, stringsIn, textOf } from './json.ts';
import type { GetOperation, ListOperation } from './operations.ts';
import type { List, Received, Service } from './service.ts';

/** Records that the server has. Each is read once. */
export class ExistingRecords {
  protected readonly service: Service;
  readonly #memo: Map<string, Promise<unknown>>;

  constructor(service: Service, memo: Map<string, Promise<unknown>>) {
    this.service = service;
    this.#memo = memo;
  }

  /** Reads a list once. */
  list(operation: ListOperation): Promise<List> {
    return this.once(operation, () => this.service.list(operation));
  }

  /** Returns an existing customer. */
  customer(): Promise<Received> {
    return this.#existing('customers.get', 'the workspace has no customer', async () => {
      const { records } = await this.list('customers.list');
      // A customer with contacts and addresses leads to more records.
      return textOf(records.find(({ contact_ids }) => stringsIn(contact_ids).length > 0) ?? records[0], 'id');
    });
  }

  /** Returns an existing contact. */
  contact(): Promise<Received> {
    return this.#existing('contacts.get', 'no customer has a contact', async () => {
      const { records } = await this.list('customers.list');
      return records.flatMap(({ contact_ids }) => stringsIn(contact_ids))[0];
    });
  }

  /** Returns an existing address. */
  address(): Promise<Received> {
    return this.#existing('addresses.get', 'the workspace has no address', async () => {
      const { records } = await this.list('addresses.list');
      return textOf(records[0], 'id');
    });
  }

  /** Returns an existing product parent of the list that has products. */
  parent(): Promise<Json> {
    return this.once('parent', async () => {
      const { records } = await this.list('productParents.list');
      const withProducts = records.filter((parent) => stringsIn(parent['product_ids']).length > 0);
      const parent = withProducts.find((each) => stringsIn(each['catalog_ids']).length > 0) ?? withProducts[0];
      if (!parent) throw new NotRunError('no product parent has a product');
      return parent;
    });
  }

  /** Returns up to three existing products. */
  products(): Promise<readonly Received[]> {
    return this.once('products', async () => {
      const { records } = await this.list('productParents.list');
      await this.parent();
      const ids = records.flatMap((parent) => stringsIn(parent['product_ids'])).slice(0, 3);
      const received: Received[] = [];
      for (const id of ids) received.push(await this.service.record('products.get', { params: { id } }));
      return received;
    });
  }

  /** Returns an existing catalog. */
  catalog(): Promise<Received> {
    return this.#existing('catalogs.get', 'no product parent is linked to a catalog', async () => {
      const { records } = await this.list('productParents.list');
      return records.flatMap(({ catalog_ids }) => stringsIn(catalog_ids))[0];
    });
  }

  /** Returns an existing category. */
  category(): Promise<Received> {
    return this.#existing('categories.get', 'none of the products that were read has a category', async () => {
      const products = await this.products();
      return products.flatMap(({ record }) => objectsIn(record['categories'])).map((each) => textOf(each, 'id'))[0];
    });
  }

  /** Reads a record once. Throws a {@link NotRunError} with a reason if no other record leads to an id. */
  #existing(operation: GetOperation, reason: string, findId: () => Promise<string | undefined>): Promise<Received> {
    return this.once(operation, async () => {
      const id = await findId();
      if (id === undefined || id === '') throw new NotRunError(reason);
      return await this.service.record(operation, { params: { id } });
    });
  }

  /** Memoizes failures too: a prerequisite that failed once is not tried for each check. */
  protected once<T>(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#memo.get(key) as Promise<T> | undefined;
    if (known) return known;
    const reading = read();
    this.#memo.set(key, reading);
    return reading;
  }
}
