import { isObject } from '../../shared/json.ts';
import { isEqual, isEquivalent } from '../compare-values.ts';
import { NotRunError } from '../errors.ts';
import { describeResponse, type Exchange, isSuccess } from '../exchange.ts';
import { dataOf, detailsOf, type Json, leavesOf, objectsIn, stringsIn, textOf } from '../json.ts';
import type { CreateOperation, ListOperation } from '../operations.ts';
import {
  type CheckContext,
  expectRejected,
  expectThat,
  isSnakeCase,
  isValidationError,
  type Rule,
  says,
  sectionOf,
} from '../rule.ts';

const validation = says('Errors', 'Body fails validation: `Validation error`');
const externalIds = says(
  'What the service does',
  'Records carry optional external-system identifiers: `id_crm`, `id_erp`, `id_accounting`. Products and prices carry them in an `identifiers` object instead.',
);

/** Required fields of each body, as the specification lists them. */
const required: readonly (readonly [CreateOperation, readonly string[]])[] = [
  ['customers.create', ['name', 'type']],
  ['addresses.create', ['customer_id', 'type', 'address_line1', 'city', 'postal_code', 'country']],
  ['catalogs.create', ['name']],
  ['productParents.create', ['api_name', 'recurrence_type', 'name']],
];

/** Values that the specification rules out. */
const invalid: readonly (readonly [CreateOperation, string, unknown, string, string])[] = [
  ['customers.create', 'type', 'club', 'type', 'Customer `type` must be `company` or `individual`.'],
  ['customers.create', 'tax_ids', [{ tax: 'eu_vat' }], 'tax-ids', '`tax_ids`: both keys required per entry'],
  [
    'customers.create',
    'tax_ids',
    [{ tax: 'eu_vat', tax_value: 'DE811569869' }, { tax: 'eu_vat' }],
    'second-tax-id',
    '`tax_ids`: both keys required per entry',
  ],
  ['addresses.create', 'type', 'home', 'type', 'Address `type` must be `billing` or `shipping`.'],
  ['addresses.create', 'customer_id', 'not-a-uuid', 'customer-id', 'Address `customer_id` must be a valid UUID.'],
  ['addresses.create', 'country', 'Germany', 'country', '`country`: ISO 3166-1 alpha-2 code'],
  ['productParents.create', 'recurrence_type', 'weekly', 'recurrence', '`recurrence_type`: `one_off` or `recurring`'],
  ['productParents.create', 'api_name', 'Not Snake', 'api-name', '`api_name` string required (snake_case, unique)'],
  ['catalogs.create', 'api_name', 'Not Snake', 'api-name', '`api_name`, a snake_case identifier'],
  ['products.create', 'api_name', 'Not Snake', 'api-name', '`api_name`, a snake_case identifier'],
  ['products.create', 'name', 'D', 'name', 'Product `name` must be at least 2 characters.'],
];

export const createRules: readonly Rule[] = [
  {
    id: 'customers.create.stored',
    sentences: [says('Endpoints, Customers', 'POST /api/customers: the created customer'), externalIds],
    needs: ['writes'],
    async check(context) {
      const tax_ids = [{ tax: 'eu_vat', tax_value: 'DE811569869' }];
      const fields = { logo: 'https://example.com/logo.svg', tax_ids, ...externalIdsOf(context) };
      const record = await expectStored(context, 'customers.create', 'customers.get', fields);
      await expectOwnLinks(context, record);
      await expectListed(context, 'customers.list', textOf(record, 'id'));
    },
  },
  {
    id: 'addresses.create.stored',
    sentences: [
      says('Endpoints, Addresses', 'POST /api/addresses: created address'),
      says('Resources and their fields, Customer', '`address_ids`: addresses linked to the customer'),
      externalIds,
    ],
    needs: ['writes'],
    async check(context) {
      const fields = { address_line2: 'Gate 7', state: 'Berlin', comment: 'Before noon', ...externalIdsOf(context) };
      const record = await expectStored(context, 'addresses.create', 'addresses.get', fields);
      const customer = await context.service.record('customers.get', { params: { id: textOf(record, 'customer_id') } });
      const isLinked = stringsIn(customer.record['address_ids']).includes(textOf(record, 'id'));
      const message = '`address_ids` of the customer does not contain the new address';
      expectThat(context, isLinked, message, customer.exchange);
      await expectListed(context, 'addresses.list', textOf(record, 'id'));
    },
  },
  {
    id: 'catalogs.create.stored',
    sentences: [
      says('Endpoints, Catalogs', 'optional `api_name` (generated when omitted), `is_active` boolean (default true)'),
      says('Resources and their fields, Catalog', '`api_name`: generated when not supplied at creation'),
      externalIds,
    ],
    needs: ['writes'],
    async check(context) {
      const fields = { reference: 'R-1', description: 'Spring', is_active: false, ...externalIdsOf(context) };
      await expectStored(context, 'catalogs.create', 'catalogs.get', {
        ...fields,
        api_name: context.records.apiName(),
      });
      const { record, exchange } = await context.records.create('catalogs.create');
      const isGenerated = isSnakeCase(textOf(record, 'api_name'));
      expectThat(context, isGenerated, 'an omitted `api_name` must be generated in snake_case', exchange);
      expectThat(context, record['is_active'] === true, '`is_active` must be true by default', exchange);
    },
  },
  {
    id: 'productParents.create.stored',
    sentences: [
      says('Endpoints, Product parents', 'POST /api/product-parents: created product parent; `is_active` default true'),
      externalIds,
    ],
    needs: ['writes'],
    async check(context) {
      const fields = { reference: 'R-1', description: 'Desks', ...externalIdsOf(context) };
      const { id, record, exchange } = await context.records.create('productParents.create', fields);
      const body = sentBody(exchange);
      expectFields(context, record, body, 'productParents.create', exchange);
      expectThat(context, record['is_active'] === true, '`is_active` must be true by default', exchange);
      const listed = await expectListed(context, 'productParents.list', id);
      if (listed) expectFields(context, listed, body, 'productParents.list', exchange);
    },
  },
  {
    id: 'products.create.stored',
    sentences: [
      says('Product (variant)', 'Creating a product creates a master and a default variant.'),
      says('Endpoints, Products', 'POST /api/products: created product (create shape)'),
    ],
    needs: ['writes'],
    async check(context) {
      const { records, service } = context;
      const { id: catalogId } = await records.own('catalogs.create');
      const digits = records.uniqueDigits();
      const fields: Json = {
        reference: 'R-1',
        description: 'A desk',
        catalog_ids: [catalogId],
        'inventory[sku]': `SKU-${digits}`,
        'settings[unit_per_pack]': 2,
        'accounting[ledger_account]': `4${digits}`,
        'identifiers[crm]': `CRM-${digits}`,
        'identifiers[erp]': `ERP-${digits}`,
        'identifiers[accounting]': `ACC-${digits}`,
        'shipping[weight]': 12,
        'shipping[weight_unit]': 'kg',
        'shipping[height]': 70,
        'shipping[length]': 160,
        'shipping[width]': 80,
        'shipping[length_unit]': 'cm',
        'shipping[country_of_origin]': 'DE',
        'shipping[harmonized_system_code]': '940330',
      };
      const { id, record, exchange } = await records.create('products.create', fields);
      expectFields(context, record, fields, 'products.create', exchange);
      const read = await service.record('products.get', { params: { id } });
      expectFields(context, read.record, fields, 'products.get', read.exchange);
      expectThat(context, read.record['is_default'] === true, '`is_default` of a new product must be true', exchange);
      const linked = objectsIn(read.record['catalogs']).map((catalog) => catalog['id']);
      expectThat(
        context,
        isEqual(linked, [catalogId]),
        '`catalogs` must be the catalogs that were sent',
        read.exchange,
      );
      const parent = await expectListed(context, 'productParents.list', textOf(record, 'product_parent_id'));
      const isMaster = !parent || stringsIn(parent['product_ids']).includes(id);
      expectThat(context, isMaster, '`product_ids` of the new parent does not contain the product', exchange);
    },
  },
  ...requiredRules(),
  ...invalidRules(),
  {
    id: 'productParents.create.unique',
    sentences: [says('Resources and their fields, Product parent', '`api_name`: snake_case, unique')],
    needs: ['writes'],
    async check(context) {
      const { records } = context;
      const { record } = await records.own('productParents.create');
      const body = { ...(await records.bodyFor('productParents.create')), api_name: record['api_name'] };
      const exchange = await records.tryCreate('productParents.create', body);
      expectThat(context, !isSuccess(exchange), 'a taken `api_name` was accepted', exchange);
    },
  },
  {
    id: 'validation.details',
    sentences: [
      says(
        'Errors',
        '`details`: one of: array of strings; array of {`path`, `message`}; object mapping field to message',
      ),
      validation,
    ],
    needs: ['writes'],
    async check(context) {
      const exchange = await context.records.tryCreate('customers.create', { name: context.records.name() });
      if (!isValidationError(exchange)) throw new NotRunError(`a body without \`type\` ${describeResponse(exchange)}`);
      const details = detailsOf(exchange.json);
      if (details === undefined) throw new NotRunError('the error has no details');
      const namesField = /type/i.test(JSON.stringify(details));
      if (!namesField) context.observe('`details` does not name the missing field `type`', exchange);
    },
  },
];

function requiredRules(): Rule[] {
  return required.map(([operation, fields]) => ({
    id: `${operation}.required`,
    sentences: [
      says(sectionOf(operation), `required: ${fields.map((field) => `\`${field}\``).join(', ')}`),
      validation,
    ],
    needs: ['writes'],
    async check(context) {
      for (const field of fields) {
        const { [field]: _, ...body } = await context.records.bodyFor(operation);
        const exchange = await context.records.tryCreate(operation, body);
        expectInvalid(context, exchange, field, `a body without \`${field}\``);
      }
    },
  }));
}

function invalidRules(): Rule[] {
  return invalid.map(([operation, field, value, id, text]) => ({
    id: `${operation}.invalid-${id}`,
    sentences: [says('Errors, Validation rules', text)],
    needs: ['writes'],
    async check(context) {
      const body = { ...(await context.records.bodyFor(operation)), [field]: value };
      const exchange = await context.records.tryCreate(operation, body);
      const subject = `\`${field}\` ${JSON.stringify(value)}`;
      if (field === 'api_name' && isSnakeCase(textOf(dataOf(exchange.json), field))) {
        context.observe(`${subject} was accepted and changed to snake_case`, exchange);
      } else expectInvalid(context, exchange, field, subject);
    },
  }));
}

/** Expects a rejection. A server may look for a customer before it validates the body. */
function expectInvalid(context: CheckContext, exchange: Exchange, field: string, subject: string): void {
  const isLookup = field === 'customer_id' && exchange.status >= 400 && exchange.status < 500;
  if (!isLookup) expectRejected(context, exchange, subject);
}

/** Creates a record with fields, and reads it: both must have what was sent. */
async function expectStored(
  context: CheckContext,
  create: CreateOperation,
  get: 'customers.get' | 'addresses.get' | 'catalogs.get',
  fields: Json,
): Promise<Json> {
  const { id, record, exchange } = await context.records.create(create, fields);
  const sent = sentBody(exchange);
  expectFields(context, record, sent, create, exchange);
  const read = await context.service.record(get, { params: { id } });
  expectFields(context, read.record, sent, get, read.exchange);
  const same = Object.keys(record).filter(
    (field) => field in read.record && !isEquivalent(record[field], read.record[field]),
  );
  expectThat(context, same.length === 0, `${create} and ${get} differ in ${same.join(', ')}`, read.exchange);
  return read.record;
}

function expectFields(context: CheckContext, record: Json, sent: Json, operation: string, exchange: Exchange): void {
  const leaves = leavesOf(record);
  for (const [key, value] of Object.entries(sent)) {
    // The contract reports a field that is missing.
    if (!leaves.has(key)) continue;
    const message = `${operation} does not return the \`${key}\` that was sent`;
    expectThat(context, isEquivalent(leaves.get(key), value), message, exchange);
  }
}

/** Returns identifiers that no other record has. */
function externalIdsOf({ records }: CheckContext): Json {
  const digits = records.uniqueDigits();
  return { id_crm: `CRM-${digits}`, id_erp: `ERP-${digits}`, id_accounting: `ACC-${digits}` };
}

/** A server may create a contact and an address with a customer. Each of them must belong to the new customer. */
async function expectOwnLinks({ service, report, observe }: CheckContext, customer: Json): Promise<void> {
  const links = [
    ['contact_ids', 'contacts.get'],
    ['address_ids', 'addresses.get'],
  ] as const;
  for (const [field, operation] of links) {
    const [id] = stringsIn(customer[field]);
    if (id === undefined) continue;
    const exchange = await service.call(operation, { params: { id } });
    const isOwn = isEquivalent(textOf(dataOf(exchange.json), 'customer_id'), customer['id']);
    if (isOwn) observe(`a new customer has \`${field}\``, exchange);
    else report(`\`${field}\` of a new customer contains a record of another customer`, exchange);
  }
}

/** Returns the body that created a record. */
function sentBody({ call }: Exchange): Json {
  return isObject(call.body) ? call.body : {};
}

/** Milliseconds after which a list that lacks a new record is read again. */
const listDelays = [0, 100, 400, 1000];

/** Looks for a new record in a list. A list may lag, and may have a largest size. */
async function expectListed(context: CheckContext, operation: ListOperation, id: string): Promise<Json | undefined> {
  let last: Exchange | undefined;
  for (const delay of listDelays) {
    if (delay > 0) await context.service.sender.wait(delay);
    const { records, exchange, isTruncated } = await context.service.list(operation);
    last = exchange;
    const count = objectsIn(dataOf(exchange.json)).filter((record) => record['id'] === id).length;
    expectThat(context, count <= 1, `${operation} contains a record ${count} times`, exchange);
    const listed = records.find((record) => record['id'] === id);
    if (listed && delay > 0) context.observe(`${operation} contains a new record only after a while`, exchange);
    if (listed) return listed;
    // The record may be on a page that the kit does not read.
    if (isTruncated) return undefined;
  }
  if (last) context.observe(`${operation} does not contain a new record`, last);
  return undefined;
}
