/** Mistakes of careless implementations: values, more than one, full records, and requests that are rejected. */
import type { MockServer } from '../../mocks/index.ts';
import type { OperationName } from '../../src/contract/operations.ts';
import type { Mutant, MutantExchange, MutantRequest } from './mutants.ts';

type Json = Record<string, unknown>;

const isText = (value: unknown): value is string => typeof value === 'string';

/** Changes a value that requests of an operation send. */
function stores(operation: OperationName, field: string, change: (value: never) => unknown): Mutant['create'] {
  return onRequest(operation, ({ sent }) => {
    if (field in sent && sent[field] !== null) sent[field] = change(sent[field] as never);
  });
}

function onRequest(operation: OperationName, change: (request: MutantRequest) => void): Mutant['create'] {
  return () => ({
    request: (request) => {
      if (request.operation === operation) change(request);
    },
  });
}

function onResponse(operation: OperationName, change: (exchange: MutantExchange) => void): Mutant['create'] {
  return () => ({
    response: (exchange) => {
      if (exchange.operation === operation) change(exchange);
    },
  });
}

/** Stores the valid fields of an update that is rejected. */
function storesPart(operation: OperationName, fields: readonly string[], table: 'contacts' | 'addresses' | 'prices') {
  return (mock: MockServer) => ({
    response: ({ operation: called, status, sent, url }: MutantExchange) => {
      if (called !== operation || status !== 400) return;
      const valid = Object.fromEntries(
        fields.filter((field) => isText(sent[field])).map((field) => [field, sent[field]]),
      );
      const id = url.pathname.split('/').at(-1) ?? '';
      if (mock.db[table].get(id)) (mock.db[table].update as (id: string, changes: Json) => unknown)(id, valid);
    },
  });
}

function reject(exchange: MutantExchange, field: string): void {
  exchange.status = 400;
  exchange.json = { success: false, error: 'Validation error', details: [{ path: field, message: 'is invalid' }] };
}

const ids = /[0-9a-f]{8}-[0-9a-f-]{27}/gi;

const values: readonly Mutant[] = [
  {
    name: 'a comment is escaped for HTML',
    expected: 'rule addresses.update.exact',
    create: stores('addresses.update', 'comment', (text: string) => text.replaceAll('&', '&amp;')),
  },
  {
    name: 'a description is cut off after 100 characters',
    expected: 'rule catalogs.create.exact',
    create: stores('catalogs.create', 'description', (text: string) => text.slice(0, 100)),
  },
  {
    name: 'a last name loses its accents',
    expected: 'rule contacts.update.exact',
    create: stores('contacts.update', 'last_name', (text: string) => text.normalize('NFD').replaceAll(/\p{M}/gu, '')),
  },
  {
    name: 'a postal code loses its leading zeros',
    expected: 'rule addresses.create.exact',
    create: stores('addresses.create', 'postal_code', (text: string) => text.replace(/^0+/, '')),
  },
  {
    name: 'a SKU is in upper case',
    expected: 'rule products.update.exact',
    create: stores('products.update', 'inventory[sku]', (text: string) => text.toUpperCase()),
  },
  {
    name: 'an empty text is ignored',
    expected: 'rule addresses.update.exact',
    create: onRequest('addresses.update', ({ sent }) => {
      if (sent['comment'] === '') delete sent['comment'];
    }),
  },
  {
    name: 'zero is ignored',
    expected: 'rule products.update.exact',
    create: onRequest('products.update', ({ sent }) => {
      for (const key of Object.keys(sent)) if (sent[key] === 0) delete sent[key];
    }),
  },
  {
    name: 'is_active of a new product is always true',
    expected: 'rule products.create.exact',
    create: onRequest('products.create', ({ sent }) => delete sent['is_active']),
  },
  {
    name: 'an amount is rounded',
    expected: 'rule prices.update.amount-positive',
    create: stores('prices.update', 'amount', (amount: number) => (amount > 0 ? Math.ceil(amount) : amount)),
  },
  {
    name: 'a cost is rounded',
    expected: 'rule prices.update.exact',
    create: stores('prices.update', 'cost', (cost: number) => Math.round(cost)),
  },
  {
    name: 'a weight is rounded',
    expected: 'rule products.create.exact',
    create: stores('products.create', 'shipping[weight]', (weight: number) => Math.round(weight)),
  },
  ...[0, 100].map(
    (percent): Mutant => ({
      name: `${percent} percent is rejected`,
      expected: 'rule prices.update.percent-range',
      create: onResponse('prices.update', (exchange) => {
        if (exchange.sent['percent'] === percent && exchange.status === 200) reject(exchange, 'percent');
      }),
    }),
  ),
  {
    name: 'a product name of two characters is rejected',
    expected: 'rule products.update.name-length',
    create: onResponse('products.update', (exchange) => {
      if (String(exchange.sent['name'] ?? 'long').length < 3) reject(exchange, 'name');
    }),
  },
  {
    name: 'a customer cannot be an individual',
    expected: 'rule customers.create.exact',
    create: onResponse('customers.create', (exchange) => {
      if (exchange.sent['type'] === 'individual') reject(exchange, 'type');
    }),
  },
];

const several: readonly Mutant[] = [
  {
    name: 'only the first category is kept',
    expected: 'rule products.update.categories',
    create: stores('products.update', 'category_ids', (list: unknown[]) => list.slice(0, 1)),
  },
  {
    name: 'only the first catalog is kept',
    expected: 'rule products.create.exact',
    create: stores('products.create', 'catalog_ids', (list: unknown[]) => list.slice(0, 1)),
  },
  {
    name: 'only the last tax id is kept',
    expected: 'rule customers.create.exact',
    create: stores('customers.create', 'tax_ids', (list: unknown[]) => list.slice(-1)),
  },
  {
    name: 'five roles are kept',
    expected: 'rule contacts.update.exact',
    create: stores('contacts.update', 'role', (list: unknown[]) => list.slice(0, 5)),
  },
  {
    name: 'a customer shows one address',
    expected: 'rule customers.several-addresses',
    create: onResponse('customers.get', ({ json }) => {
      const data = json['data'] as Json | undefined;
      if (data) data['address_ids'] = (data['address_ids'] as string[]).slice(0, 1);
    }),
  },
  {
    name: 'one identifier resets the others',
    expected: 'rule products.update.fields',
    create: onRequest('products.update', ({ sent }) => {
      const names = ['crm', 'erp', 'accounting'].map((name) => `identifiers[${name}]`);
      if (names.some((name) => name in sent)) for (const name of names) sent[name] ??= '';
    }),
  },
  {
    name: 'a change of the city resets the state',
    expected: 'rule addresses.update.fields',
    create: onRequest('addresses.update', ({ sent }) => {
      if ('city' in sent) sent['state'] ??= null;
    }),
  },
  {
    name: 'an update also changes the address before',
    expected: 'rule addresses.update.fields',
    create: (mock) => ({
      request: ({ operation, sent }) => {
        if (operation !== 'addresses.update' || !isText(sent['city'])) return;
        for (const address of mock.db.addresses.list()) mock.db.addresses.update(address.id, { city: sent['city'] });
      },
    }),
  },
  {
    name: 'the contact of a new address is lost',
    expected: 'rule contacts.new-address',
    create: onRequest('addresses.create', ({ sent }) => delete sent['contact_id']),
  },
  {
    name: 'an updated category has its old time',
    expected: 'rule categories.update.is-active',
    create: onResponse('categories.update', ({ json }) => {
      const data = json['data'] as Json | undefined;
      if (data) data['updated_at'] = data['created_at'];
    }),
  },
];

const rejections: readonly Mutant[] = [
  {
    name: 'a rejected update of a contact stores a part',
    expected: 'rule contacts.update.rejected',
    create: storesPart('contacts.update', ['first_name', 'last_name'], 'contacts'),
  },
  {
    name: 'a rejected update of an address stores a part',
    expected: 'rule addresses.update.rejected',
    create: storesPart('addresses.update', ['comment'], 'addresses'),
  },
  {
    name: 'a rejected customer is stored',
    expected: 'rule creations.rejected',
    create: (mock) => ({
      response: ({ operation, status, sent }) => {
        if (operation !== 'customers.create' || status !== 400 || !isText(sent['name'])) return;
        mock.db.customers.insert({ name: sent['name'], type: 'company' });
      },
    }),
  },
  {
    name: 'an unknown category is deleted',
    expected: 'rule categories.delete.not-found',
    create: onResponse('categories.delete', (exchange) => {
      if (exchange.status !== 404) return;
      exchange.status = 200;
      exchange.json = { success: true, data: { id: exchange.url.pathname.split('/').at(-1), deleted: true } };
    }),
  },
  {
    name: 'an unknown contact is updated',
    expected: 'rule contacts.update.not-found',
    create: onResponse('contacts.update', (exchange) => {
      if (exchange.status === 404) exchange.json = { success: false, error: 'Record not found' };
    }),
  },
  {
    name: 'a filter with an unknown customer returns everything',
    expected: 'rule addresses.list.unknown-customer',
    create: (mock) => ({
      request: ({ operation, url }) => {
        const id = url.searchParams.get('customer_id');
        if (operation === 'addresses.list' && id && /^[0-9a-f-]{36}$/.test(id) && !mock.db.customers.get(id))
          url.searchParams.delete('customer_id');
      },
    }),
  },
  {
    name: 'a conflict has details',
    expected: 'contract categories.delete (error) details',
    create: onResponse('categories.delete', ({ status, json }) => {
      if (status === 409) json['details'] = ['discount'];
    }),
  },
  {
    name: 'an address that is not found has details',
    expected: 'contract addresses.update (error) details',
    create: onResponse('addresses.update', ({ status, json }) => {
      if (status === 404) json['details'] = [{ path: 'id', message: 'is unknown' }];
    }),
  },
];

const others: readonly Mutant[] = [
  {
    name: 'an id in upper case opens a record of another workspace',
    expected: 'rule isolation.reads',
    create: (mock) => ({
      request: (request) => {
        const id = request.url.pathname.match(ids)?.[0];
        if (request.operation === 'customers.get' && id !== undefined && id !== id.toLowerCase())
          request.token = `Bearer ${mock.token}`;
      },
    }),
  },
  {
    name: 'a category of another workspace can be deleted',
    expected: 'rule isolation.deletion',
    create: (mock) => ({
      request: (request) => {
        if (request.operation === 'categories.delete' && request.token !== '') request.token = `Bearer ${mock.token}`;
      },
    }),
  },
  {
    name: 'the start of a token is enough',
    expected: 'rule auth.invalid-token',
    create: (mock) => ({
      request: (request) => {
        if (request.token.startsWith(`Bearer ${mock.token.slice(0, -1)}`)) request.token = `Bearer ${mock.token}`;
      },
    }),
  },
  ...(['customers.list', 'addresses.list', 'productParents.list'] as const).map(
    (operation): Mutant => ({
      name: `${operation} lacks its last record`,
      expected: `rule ${operation}.complete`,
      create: onResponse(operation, ({ status, json, url }) => {
        if (status === 200 && url.search === '') (json['data'] as Json[]).pop();
      }),
    }),
  ),
  {
    name: 'customers.list shows old names',
    expected: 'rule customers.list.complete',
    create: onResponse('customers.list', ({ status, json }) => {
      if (status === 200) for (const record of json['data'] as Json[]) record['name'] = 'old';
    }),
  },
  {
    name: 'the second page lacks its first record',
    expected: 'rule customers.list.complete',
    policies: { pagination: 'link:5' },
    create: onResponse('customers.list', ({ status, json, url }) => {
      if (status === 200 && url.search !== '' && url.searchParams.has('page')) (json['data'] as Json[]).shift();
    }),
  },
  {
    name: 'a category of a product has another name',
    expected: 'rule products.linked-names',
    create: onResponse('products.get', ({ json }) => {
      const data = json['data'] as { categories?: Json[] } | undefined;
      for (const category of data?.categories ?? []) category['api_name'] = 'other';
    }),
  },
];

/** All mistakes. */
export const carelessMutants: readonly Mutant[] = [...values, ...several, ...rejections, ...others];
