import { findOperation, type OperationName } from '../../../src/contract/operations.ts';
import { isObject } from '../../shared/json.ts';
import { isEqual } from '../compare-values.ts';
import { NotRunError } from '../errors.ts';
import { describeResponse, type Exchange, isSuccess } from '../exchange.ts';
import { detailsOf, errorOf, type Json, objectsIn, stringsIn, textOf } from '../json.ts';
import { readOperations, unusedId } from '../operations.ts';
import { type CheckContext, expectThat, isSnakeCase, type Rule, says } from '../rule.ts';
import { differingFields } from './changed-fields.ts';
import { expectMalformedId } from './rejections.ts';

const notFound = says('Errors', 'Record not found: text `<Resource> not found`, details none');
const snakeCase = says(
  'What the service does',
  'Most resources have a field `api_name`, a snake_case identifier. It is set at creation and cannot be changed afterwards.',
);

export const readRules: readonly Rule[] = [
  ...readOperations.map(notFoundRule),
  {
    id: 'products.get.malformed-id',
    sentences: [says('Errors', 'Product id malformed: text about an invalid product ID format')],
    needs: [],
    async check(context) {
      const exchange = await context.service.call('products.get', { params: { id: 'not-a-uuid' } });
      expectMalformedId(context, exchange);
    },
  },
  {
    id: 'customers.list.matches-get',
    sentences: [
      says('Endpoints, Customers', 'GET /api/customers: array of customer objects incl. `contact_ids`, `address_ids`'),
      says('Resources and their fields, Customer', 'The list response objects omit `tax_ids`.'),
    ],
    needs: [],
    async check(context) {
      const { id } = await context.records.customer();
      await expectSameRecord(context, 'customers.list', 'customers.get', id);
    },
  },
  {
    id: 'addresses.list.matches-get',
    sentences: [
      says('Endpoints, Addresses', 'GET /api/addresses: array of addresses'),
      says('Resources and their fields, Address', '`workspace_id`: present in create and list responses'),
    ],
    needs: [],
    async check(context) {
      const { id } = await context.records.address();
      await expectSameRecord(context, 'addresses.list', 'addresses.get', id);
    },
  },
  {
    id: 'addresses.list.filter',
    sentences: [says('Endpoints, Addresses', 'optional query `customer_id` (UUID) filters by customer')],
    needs: [],
    async check(context) {
      const { records } = await context.records.list('addresses.list');
      const customerId = textOf(records[0], 'customer_id');
      if (customerId === '') throw new NotRunError('the workspace has no address');
      const query = { customer_id: customerId };
      const filtered = await context.service.list('addresses.list', { query });
      const foreign = filtered.records.filter((address) => address['customer_id'] !== customerId);
      const message = `the filter \`customer_id\` returns ${foreign.length} addresses of other customers`;
      expectThat(context, foreign.length === 0, message, filtered.exchange);
      const expected = idsOf(records.filter((address) => address['customer_id'] === customerId));
      const received = new Set(idsOf(filtered.records));
      const missing = expected.filter((id) => !received.has(id));
      // A list may have a largest size. A longer list shows that it is larger.
      const isShort = filtered.records.length < records.length && !filtered.isTruncated && foreign.length === 0;
      const omission = `the filter \`customer_id\` omits ${missing.length} of ${expected.length} addresses of the customer`;
      expectThat(context, missing.length === 0 || !isShort, omission, filtered.exchange);
      if (expected.length === records.length) throw new NotRunError('all addresses belong to one customer');
    },
  },
  {
    id: 'customers.links',
    sentences: [
      says('Resources and their fields, Customer', '`contact_ids`: contacts linked to the customer'),
      says('Resources and their fields, Customer', '`address_ids`: addresses linked to the customer'),
      says('Resources and their fields, Contact', '`customer_id`: parent customer'),
    ],
    needs: [],
    async check(context) {
      const { id } = await context.records.customer();
      const { record, exchange } = await context.service.record('customers.get', { params: { id } });
      for (const contactId of stringsIn(record['contact_ids']).slice(0, 3)) {
        const contact = await context.service.record('contacts.get', { params: { id: contactId } });
        const isOwn = contact.record['customer_id'] === id;
        expectThat(context, isOwn, '`contact_ids` contains a contact of another customer', contact.exchange);
      }
      await expectLinked(context, 'customer_id', record, exchange);
    },
  },
  {
    id: 'contacts.links',
    sentences: [says('Resources and their fields, Contact', '`address_ids`: addresses linked to this contact')],
    needs: [],
    async check(context) {
      const { records } = await context.records.list('addresses.list');
      const linked = records.map((address) => textOf(address, 'contact_id')).find(Boolean);
      const id = linked ?? (await context.records.contact()).id;
      const { record, exchange } = await context.service.record('contacts.get', { params: { id } });
      await expectLinked(context, 'contact_id', record, exchange);
    },
  },
  {
    id: 'products.links',
    sentences: [
      says(
        'Resources and their fields, Product parent',
        '`product_ids`: linked products; `catalog_ids`: linked catalogs',
      ),
      says('Resources and their fields, Product (variant)', '`catalogs`: catalogs linked to the parent'),
      says('Resources and their fields, Product (variant)', '`recurrence_type` (taken from the parent)'),
    ],
    needs: [],
    async check(context) {
      const { records } = await context.records.list('productParents.list');
      let count = 0;
      for (const { id, record, exchange } of await context.records.products()) {
        const parent = records.find((each) => each['id'] === record['product_parent_id']);
        // A list may have a largest size.
        if (!parent) continue;
        count += 1;
        const isLinked = stringsIn(parent['product_ids']).includes(id);
        expectThat(context, isLinked, '`product_ids` of the parent does not contain the product', exchange);
        const catalogs = idsOf(objectsIn(record['catalogs'])).sort();
        const isSame = isEqual(catalogs, stringsIn(parent['catalog_ids']).sort());
        expectThat(context, isSame, '`catalogs` must be the `catalog_ids` of the parent', exchange);
        const { settings } = record;
        const recurrence = isObject(settings) ? settings['recurrence_type'] : undefined;
        const isInherited = recurrence === parent['recurrence_type'];
        expectThat(context, isInherited, "`settings.recurrence_type` must be the parent's", exchange);
      }
      if (count === 0) throw new NotRunError('the list has no parent of the products that were read');
    },
  },
  {
    id: 'products.price-entries',
    sentences: [
      says(
        'Product (variant), Price entry rules',
        '`amount` is a number and is populated only when `pricing_model` is `flat`; otherwise it is null.',
      ),
    ],
    needs: [],
    async check(context) {
      let count = 0;
      for (const { record, exchange } of await context.records.products()) {
        const others = objectsIn(record['prices']).filter(({ pricing_model }) => pricing_model !== 'flat');
        const isNull = others.every(({ amount }) => amount === null);
        expectThat(context, isNull, '`amount` must be null unless `pricing_model` is flat', exchange);
        count += others.length;
      }
      if (count === 0) throw new NotRunError('the products that were read have only flat prices, or no prices');
    },
  },
  {
    id: 'api-names.snake-case',
    sentences: [snakeCase, says('Resources and their fields, Product parent', '`api_name`: snake_case, unique')],
    needs: [],
    async check(context) {
      const { records, exchange } = await context.records.list('productParents.list');
      const names = records.map((parent) => textOf(parent, 'api_name'));
      if (names.length === 0) throw new NotRunError('the workspace has no product parent');
      const wrong = names.filter((name) => !isSnakeCase(name));
      expectThat(context, wrong.length === 0, `${wrong.length} values of \`api_name\` are not snake_case`, exchange);
      const isUnique = new Set(names).size === names.length;
      expectThat(context, isUnique, '`api_name` of product parents must be unique', exchange);
    },
  },
  {
    id: 'catalogs.get.linked',
    sentences: [says('Endpoints, Catalogs', 'GET /api/catalogs/{id}: catalog')],
    needs: [],
    async check(context) {
      const { record, exchange } = await context.records.catalog();
      const products = await context.records.products();
      const link = products
        .flatMap((product) => objectsIn(product.record['catalogs']))
        .find((each) => each['id'] === record['id']);
      if (!link) throw new NotRunError('none of the products that were read is linked to the catalog');
      const isSame = link['api_name'] === record['api_name'];
      expectThat(context, isSame, '`catalogs[].api_name` of a product must be that of the catalog', exchange);
    },
  },
  {
    id: 'categories.get.linked',
    sentences: [
      says('Endpoints, Categories', 'GET /api/categories/{id}: category'),
      says('Resources and their fields, Category', '`parent_category_id`: hierarchy; null means no parent'),
    ],
    needs: [],
    async check(context) {
      const { record, exchange } = await context.records.category();
      const parentId = textOf(record, 'parent_category_id');
      if (parentId === record['id']) context.observe('a category is its own parent', exchange);
    },
  },
  {
    id: 'productParents.getProduct.exists',
    sentences: [
      says('Endpoints, Gaps', 'GET /api/product-parents/{id}/products/{product_id}, which are named without detail'),
    ],
    needs: [],
    async check(context) {
      const parent = await context.records.parent();
      const params = { id: textOf(parent, 'id'), product_id: stringsIn(parent['product_ids'])[0] ?? '' };
      const exchange = await context.service.call('productParents.getProduct', { params });
      if (!isSuccess(exchange)) context.observe(`a product of a parent ${describeResponse(exchange)}`, exchange);
    },
  },
  {
    id: 'paymentTerms.list.exists',
    sentences: [says('Endpoints, Gaps', 'GET /api/payment-terms, which are named without detail')],
    needs: [],
    async check({ service, observe }) {
      const exchange = await service.call('paymentTerms.list');
      if (!isSuccess(exchange)) observe(`the list ${describeResponse(exchange)}`, exchange);
    },
  },
];

function notFoundRule(operation: OperationName): Rule {
  const { resource } = findOperation(operation);
  return {
    id: `${operation}.not-found`,
    sentences: [notFound],
    needs: [],
    async check(context) {
      const exchange = await context.service.call(operation, { params: { id: unusedId() } });
      const isNotFound = errorOf(exchange.json) === `${resource} not found`;
      const message = `an unknown id ${describeResponse(exchange)}, expected the error "${resource} not found"`;
      expectThat(context, !isSuccess(exchange) && isNotFound, message, exchange);
      expectThat(context, detailsOf(exchange.json) === undefined, 'must have no details', exchange);
    },
  };
}

function idsOf(records: readonly Json[]): string[] {
  return records.map((record) => textOf(record, 'id'));
}

/** Compares the fields that a list and an operation for one record have in common. */
async function expectSameRecord(
  context: CheckContext,
  list: 'customers.list' | 'addresses.list',
  get: 'customers.get' | 'addresses.get',
  id: string,
): Promise<void> {
  // Both are read now: another program may have changed the record since the list was read.
  const { records } = await context.service.list(list);
  const { record, exchange } = await context.service.record(get, { params: { id } });
  const listed = records.find((each) => each['id'] === record['id']);
  if (!listed) throw new NotRunError(`${list} no longer contains the record`);
  const fields = differingFields(listed, record);
  const names = fields.map((field) => `\`${field}\``).join(', ');
  expectThat(context, fields.length === 0, `${list} and ${get} differ in ${names}`, exchange);
}

/** Compares `address_ids` with the addresses in the list, which may have a largest size. */
async function expectLinked(
  context: CheckContext,
  field: 'customer_id' | 'contact_id',
  record: Json,
  exchange: Exchange,
): Promise<void> {
  const { records } = await context.service.list('addresses.list');
  const linked = new Set(stringsIn(record['address_ids']));
  const isWrong = (address: Json) => (address[field] === record['id']) !== linked.has(textOf(address, 'id'));
  const message = `\`address_ids\` must be the ids of the addresses with this \`${field}\``;
  if (records.length + linked.size === 0) throw new NotRunError('the workspace has no address');
  expectThat(context, !records.some(isWrong), message, exchange);
}
