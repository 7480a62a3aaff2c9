import type { OperationName } from '../../../src/contract/operations.ts';
import { canonical } from '../compare-values.ts';
import { ifAny, NotRunError } from '../errors.ts';
import { type Exchange, isSuccess } from '../exchange.ts';
import { dataOf, type Json, objectsIn, textOf } from '../json.ts';
import { type CreateOperation, listOperations, type Params, pathOf, swapCase, unusedId } from '../operations.ts';
import { type CheckContext, expectThat, type Rule, says } from '../rule.ts';
import type { CallOptions } from '../service.ts';
import { changedFields } from './changed-fields.ts';
import { openPrice } from './prices.ts';

const bound = says(
  'Authentication',
  "Each token is bound to one workspace. Every operation reads and writes only that workspace's data, respects the token's permissions, and is subject to workspace-level rate limits.",
);
const limited = says('What the service does', 'All reads and writes are limited to that workspace.');

/** The second token uses ids of records of the first workspace. A rejection can have any status. */
export const isolationRules: readonly Rule[] = [
  {
    id: 'isolation.reads',
    sentences: [bound, limited],
    needs: ['secondToken'],
    async check(context) {
      const exchanges: Exchange[] = [];
      for (const [operation, params] of await findRecords(context)) {
        for (const form of [params, swapCases(params)]) {
          const exchange = await context.service.call(operation, { params: form, token: 'second' });
          const message = `${operation} returns a record of another workspace${form === params ? '' : otherCase}`;
          expectThat(context, !shows(exchange, params['product_id'] ?? params['id']), message, exchange);
          exchanges.push(exchange);
        }
      }
      await requirePermission(context, exchanges);
    },
  },
  {
    id: 'isolation.lists',
    sentences: [bound, limited],
    needs: ['secondToken'],
    async check(context) {
      const { service, records } = context;
      let count = 0;
      for (const operation of listOperations.filter(service.includes)) {
        const own = new Set((await records.list(operation)).records.map((record) => textOf(record, 'id')));
        count += own.size;
        const other = await service.list(operation, { token: 'second' });
        const shared = other.records.filter((record) => own.has(textOf(record, 'id')));
        const message = `${operation} returns ${shared.length} records of another workspace`;
        expectThat(context, shared.length === 0, message, other.exchange);
      }
      if (count === 0) throw new NotRunError('the workspace has no records');
    },
  },
  {
    id: 'isolation.filter',
    sentences: [bound, limited],
    needs: ['secondToken'],
    async check(context) {
      const { id, record } = await context.records.address();
      const customer_id = textOf(record, 'customer_id');
      const exchanges: Exchange[] = [];
      for (const form of [customer_id, swapCase(customer_id)]) {
        const query = { customer_id: form };
        const exchange = await context.service.call('addresses.list', { query, token: 'second' });
        const message = 'addresses.list returns addresses of another workspace for the `customer_id` of that workspace';
        const isShown = shows(exchange, id);
        expectThat(context, !isShown, form === customer_id ? message : message + otherCase, exchange);
        exchanges.push(exchange);
      }
      await requirePermission(context, exchanges);
    },
  },
  {
    id: 'isolation.writes',
    sentences: [bound, limited],
    needs: ['secondToken', 'writes'],
    uses: ['contact', 'category', 'price'],
    async check(context) {
      const { service, records, fixtures } = context;
      const address = await records.create('addresses.create');
      const product = await records.create('products.create');
      const price = textOf(objectsIn(product.record['prices'])[0], 'id');
      const exchanges: Exchange[] = [];
      const before = [
        await service.get('addresses.get', address.id),
        await service.get('products.get', product.id),
      ] as const;
      const expectNoUpdate = async (operation: OperationName, id: string, options: CallOptions) => {
        if (id === '') return;
        const exchange = await service.call(operation, { params: { id }, token: 'second', ...options });
        expectThat(context, !shows(exchange, id), `${operation} updates a record of another workspace`, exchange);
        exchanges.push(exchange);
      };
      await expectNoUpdate('addresses.update', address.id, { body: { comment: 'changed by another workspace' } });
      await expectNoUpdate('products.update', product.id, { body: { reference: 'of another workspace' } });
      await expectNoUpdate('prices.update', price, { body: { is_setup: false } });
      await expectNoUpdate('addresses.update', swapCase(address.id), { body: { comment: 'changed in another case' } });
      await expectNoUpdate('products.update', swapCase(product.id), { body: { reference: 'in another case' } });
      if (price !== '') await expectNoUpdate('prices.update', swapCase(price), { body: { is_setup: false } });
      // A response may hide what the server did.
      for (const [get, update, record] of [
        ['addresses.get', 'addresses.update', before[0]],
        ['products.get', 'products.update', before[1]],
      ] as const) {
        const after = await service.record(get, { params: { id: textOf(record, 'id') } });
        const changed = changedFields(get, record, after.record);
        const message = `${update} of another workspace changes ${changed.map((name) => `\`${name}\``).join(', ')}`;
        expectThat(context, changed.length === 0, message, after.exchange);
      }
      // Fixtures keep their values.
      if (fixtures.contact) {
        const { last_name } = await service.get('contacts.get', fixtures.contact);
        await expectNoUpdate('contacts.update', fixtures.contact, { body: { last_name }, hasRecordValues: true });
      }
      if (fixtures.category) {
        const { name } = await service.get('categories.get', fixtures.category);
        await expectNoUpdate('categories.update', fixtures.category, { body: { name }, hasRecordValues: true });
      }
      if (price === '' && fixtures.price) {
        const { pricing_model, amount } = (await openPrice(context)).entry;
        const body = { pricing_model, amount };
        await expectNoUpdate('prices.update', fixtures.price, { body, hasRecordValues: true });
      }
      await requirePermission(context, exchanges);
    },
  },
  {
    id: 'isolation.links',
    sentences: [bound, limited],
    needs: ['secondToken', 'writes'],
    uses: ['contact', 'category'],
    async check(context) {
      const { records, service, fixtures } = context;
      const { contact, category } = fixtures;
      const [customer, catalog] = [await records.own('customers.create'), await records.own('catalogs.create')];
      await expectNoLink(context, 'addresses.create', 'customer_id', customer.id);
      await expectNoLink(context, 'products.create', 'catalog_ids', catalog.id);
      if (contact) await expectNoLink(context, 'addresses.create', 'contact_id', contact);
      if (category) await expectNoLink(context, 'products.create', 'category_ids', category);
      await expectNoLink(context, 'addresses.create', 'customer_id', swapCase(customer.id));
      await expectNoLink(context, 'products.create', 'catalog_ids', swapCase(catalog.id));
      if (contact) await expectNoLink(context, 'addresses.create', 'contact_id', swapCase(contact));
      if (category) await expectNoLink(context, 'products.create', 'category_ids', swapCase(category));

      const address = await records.second.own('addresses.create');
      const product = await records.second.own('products.create');
      const price = textOf(objectsIn(product.record['prices'])[0], 'id');
      const update = (operation: OperationName, id: string, body: Json) =>
        service.call(operation, { params: { id }, body, token: 'second' });
      if (contact) {
        const exchange = await update('addresses.update', address.id, { contact_id: contact });
        if (reportLink(context, exchange, 'contact_id', contact)) {
          await update('addresses.update', address.id, { contact_id: null });
        }
      }
      if (category) {
        const exchange = await update('products.update', product.id, { category_ids: [category] });
        if (reportLink(context, exchange, 'category_ids', category)) {
          await update('products.update', product.id, { category_ids: [] });
        }
      }
      const foreign = objectsIn((await records.create('products.create')).record['prices'])[0];
      if (foreign && price !== '') {
        const id = textOf(foreign, 'id');
        reportLink(context, await update('prices.update', price, { parent_price_id: id }), 'parent_price_id', id);
      }
      if (category) await expectNoForeignParent(context, category);
    },
  },
];

const otherCase = ' if the id is in another letter case';

function swapCases(params: Params): Params {
  return Object.fromEntries(Object.entries(params).map(([name, id]) => [name, swapCase(id)]));
}

/** Returns an operation and its parameters for each kind of record that the first token can read. */
async function findRecords({
  service,
  records,
  allowWrites,
}: CheckContext): Promise<(readonly [OperationName, Params])[]> {
  const sources = [
    ['customers.get', () => records.customer(), 'customers.create'],
    ['contacts.get', () => records.contact(), undefined],
    ['addresses.get', () => records.address(), 'addresses.create'],
    ['categories.get', () => records.category(), undefined],
    ['catalogs.get', () => records.catalog(), 'catalogs.create'],
    ['products.get', async () => (await records.products())[0], 'products.create'],
  ] as const;
  const found: (readonly [OperationName, Params])[] = [];
  for (const [operation, read, creation] of sources) {
    const existing = await ifAny(read());
    const received = existing ?? (creation && allowWrites ? await ifAny(records.own(creation)) : undefined);
    if (!received) continue;
    const { id, record } = received;
    found.push([operation, { id }]);
    const parent = textOf(record, 'product_parent_id');
    if (parent !== '' && service.includes('productParents.getProduct'))
      found.push(['productParents.getProduct', { id: parent, product_id: id }]);
  }
  if (found.length === 0) throw new NotRunError('the workspace has no records');
  return found;
}

/** Throws a `NotRunError` if the second token may not make any of the calls: unknown ids then also get 403. */
async function requirePermission({ service }: CheckContext, exchanges: readonly Exchange[]): Promise<void> {
  for (const { status, call } of exchanges) {
    if (status !== 403 || call.operation === undefined) return;
    const url = pathOf(call.operation, { id: unusedId(), product_id: unusedId() });
    const unknown = await service.request({ ...call, url });
    if (unknown.status !== 403) return;
  }
  throw new NotRunError('the second token lacks permission');
}

/** Reports a record of the second workspace that is created with a link to the first. */
async function expectNoLink(
  context: CheckContext,
  creation: CreateOperation,
  field: string,
  id: string,
): Promise<void> {
  const { second } = context.records;
  const body = { ...(await second.bodyFor(creation)), [field]: field.endsWith('_ids') ? [id] : id };
  reportLink(context, await second.tryCreate(creation, body), field, id);
}

/** Reports a link to the other workspace, and whether there is one. A server may drop an id that it does not know. */
function reportLink(context: CheckContext, exchange: Exchange, field: string, id: string): boolean {
  const isLinked = shows(exchange, id);
  const message = `${exchange.call.operation} links \`${field}\` to a record of another workspace`;
  expectThat(context, !isLinked, message, exchange);
  return isLinked;
}

/** Tries a category of the second workspace as the parent of the fixture. */
async function expectNoForeignParent(context: CheckContext, category: string): Promise<void> {
  const { records, service } = context;
  const foreign = await ifAny(records.second.category());
  if (!foreign) return;
  const options = { params: { id: category }, body: { parent_category_id: foreign.id } };
  reportLink(context, await service.call('categories.update', options), 'parent_category_id', foreign.id);
}

/** Whether a response is a success with data that contains an id. */
function shows(exchange: Exchange, id: string | undefined): boolean {
  if (id === undefined || id === '' || !isSuccess(exchange)) return false;
  return canonical(dataOf(exchange.json)).toLowerCase().includes(id.toLowerCase());
}
