/** Wrong servers: the mock behind a proxy that changes one behavior. */
import type { MockPolicies, MockServer } from '../../mocks/index.ts';
import { contract } from '../../src/contract/index.ts';
import type { OperationName } from '../../src/contract/operations.ts';

type Json = Record<string, unknown>;

/** A response that a mutant may change. */
export interface MutantExchange {
  readonly operation: OperationName | undefined;
  readonly url: URL;
  readonly token: string;
  /** The body of the request. */
  readonly sent: Json;
  status: number;
  json: Json;
  headers: Record<string, string>;
}

/** A request that a mutant may change. */
export interface MutantRequest {
  readonly operation: OperationName | undefined;
  readonly url: URL;
  sent: Json;
  token: string;
}

/** One wrong behavior. */
export interface Mutant {
  readonly name: string;
  /** The kind and subject of a finding that must be reported. */
  readonly expected: string;
  /** The list of the report that has it. Default `differences`. */
  readonly level?: 'differences' | 'unknownValues' | 'observations';
  /** The policies of the mock. */
  readonly policies?: Partial<MockPolicies>;
  /** Creates the behavior, with a state of its own. */
  readonly create: (mock: MockServer) => {
    request?: (request: MutantRequest) => void;
    response?: (exchange: MutantExchange) => void;
  };
}

const routes = Object.values(contract).flatMap((operations) =>
  Object.values(operations).map(({ name, method, path }) => ({
    name: name as OperationName,
    method,
    pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  })),
);

/** Returns a mock's fetch with the behavior of a mutant. */
export function mutate({ create }: Mutant, mock: MockServer): MockServer['fetch'] {
  const { request, response } = create(mock);
  return async (input, init = {}) => {
    const url = new URL(String(input));
    const operation = routes.find((each) => each.method === init.method && each.pattern.test(url.pathname))?.name;
    const headers = new Headers(init.headers);
    const outgoing: MutantRequest = {
      operation,
      url,
      sent: typeof init.body === 'string' ? JSON.parse(init.body) : {},
      token: headers.get('authorization') ?? '',
    };
    const sent = structuredClone(outgoing.sent);
    const token = outgoing.token;
    request?.(outgoing);
    if (outgoing.token !== '') headers.set('authorization', outgoing.token);
    const body = init.body === undefined ? {} : { body: JSON.stringify(outgoing.sent) };
    const received = await mock.fetch(url, { ...init, headers, ...body });
    const exchange: MutantExchange = {
      operation,
      url,
      token,
      sent,
      status: received.status,
      json: JSON.parse(await received.text()),
      headers: Object.fromEntries(received.headers),
    };
    response?.(exchange);
    return new Response(JSON.stringify(exchange.json), exchange);
  };
}

function records({ json }: MutantExchange): Json[] {
  const { data } = json;
  return (Array.isArray(data) ? data : data ? [data] : []) as Json[];
}

/** Changes each record in the successful responses of an operation. */
function inRecords(operation: OperationName | readonly OperationName[], change: (record: Json) => void) {
  return () => ({
    response: (exchange: MutantExchange) => {
      if (exchange.operation && [operation].flat().includes(exchange.operation)) records(exchange).forEach(change);
    },
  });
}

function group(record: Json, name: string): Json {
  return record[name] as Json;
}

function list(record: Json, name: string): Json[] {
  return record[name] as Json[];
}

function drops(operation: OperationName, field: string): Mutant {
  return {
    name: `${operation} lacks ${field}`,
    expected: `contract ${operation} ${field}`,
    create: inRecords(operation, (record) => delete record[field]),
  };
}

function shows(operation: OperationName, field: string, value: unknown, level?: Mutant['level']): Mutant {
  return {
    ...(level && { level }),
    name: `${operation} shows ${field} as ${JSON.stringify(value)}`,
    expected: `contract ${operation} ${field}`,
    create: inRecords(operation, (record) => {
      record[field] = value;
    }),
  };
}

/** Changes a request before the mock sees it. */
function sends(operation: OperationName, change: (sent: Json, url: URL) => void): Mutant['create'] {
  return () => ({
    request: (request) => {
      if (request.operation === operation) change(request.sent, request.url);
    },
  });
}

function responds(change: (exchange: MutantExchange) => void): Mutant['create'] {
  return () => ({ response: change });
}

const contractMutants: readonly Mutant[] = [
  drops('customers.get', 'logo'),
  drops('customers.list', 'contact_ids'),
  drops('customers.create', 'tax_ids'),
  drops('contacts.get', 'phone'),
  drops('contacts.update', 'role'),
  drops('addresses.get', 'contact_id'),
  drops('addresses.list', 'workspace_id'),
  drops('addresses.update', 'updated_at'),
  drops('categories.get', 'parent_category_id'),
  drops('catalogs.get', 'reference'),
  drops('productParents.list', 'product_ids'),
  drops('products.get', 'created_by'),
  drops('products.create', 'category_ids'),
  drops('products.update', 'prices'),
  drops('prices.update', 'pricebook_name'),
  drops('categories.delete', 'deleted'),
  shows('customers.get', 'name', null),
  shows('addresses.create', 'city', null),
  shows('catalogs.create', 'is_active', null),
  shows('prices.update', 'is_setup', null),
  shows('customers.get', 'created_at', 1_767_225_600),
  shows('customers.get', 'updated_at', 'Sun Nov 22 2026'),
  shows('customers.create', 'id', 42),
  shows('customers.get', 'type', 'club'),
  shows('customers.list', 'tax_ids', []),
  shows('customers.create', 'contact_ids', []),
  shows('addresses.get', 'workspace_id', '9b2f7a4e-6a0c-4f0e-8a54-1f3f5b9d2c11', 'observations'),
  shows('productParents.create', 'product_ids', []),
  shows('products.update', 'created_by', 'someone', 'observations'),
  shows('products.get', 'internal_cost', 12, 'observations'),
  shows('contacts.get', 'role', 'buyer'),
  {
    name: 'products.get lacks the language code',
    // Whether the field is there while it is unset is open, but it was set.
    expected: 'rule products.update.fields',
    create: inRecords('products.get', (record) => delete group(record, 'settings')['language_code']),
  },
  {
    name: 'products.get shows the pack size as text',
    expected: 'contract products.get settings[unit_per_pack]',
    create: inRecords('products.get', (record) => {
      group(record, 'settings')['unit_per_pack'] = '1';
    }),
  },
  {
    name: 'products.get shows an unset SKU as null',
    expected: 'contract products.get inventory[sku]',
    level: 'observations',
    create: inRecords('products.get', (record) => {
      group(record, 'inventory')['sku'] = null;
    }),
  },
  {
    name: 'products.get has an unknown pricing model',
    expected: 'contract products.get prices[].pricing_model',
    create: inRecords('products.get', (record) => {
      for (const price of list(record, 'prices')) price['pricing_model'] = 'tiered';
    }),
  },
  {
    name: 'products.create shows amounts',
    expected: 'contract products.create prices[].amount',
    create: inRecords('products.create', (record) => {
      for (const price of list(record, 'prices')) price['amount'] = null;
    }),
  },
];

const envelopeMutants: readonly Mutant[] = [
  {
    name: 'no envelope',
    expected: 'contract customers.get',
    create: responds((exchange) => {
      if (exchange.operation === 'customers.get' && exchange.status === 200)
        exchange.json = exchange.json['data'] as Json;
    }),
  },
  {
    name: 'success as text',
    expected: 'contract addresses.list',
    create: responds((exchange) => {
      if (exchange.operation === 'addresses.list') exchange.json['success'] = String(exchange.json['success']);
    }),
  },
  {
    name: 'lists in an object',
    expected: 'contract productParents.list',
    create: responds((exchange) => {
      if (exchange.operation === 'productParents.list' && exchange.status === 200) {
        exchange.json['data'] = { items: exchange.json['data'] };
      }
    }),
  },
  {
    name: 'another member in the envelope',
    expected: 'contract customers.list meta',
    level: 'observations',
    create: responds((exchange) => {
      if (exchange.operation === 'customers.list' && exchange.status === 200) exchange.json['meta'] = { total: 2 };
    }),
  },
  {
    name: 'JSON as text/html',
    expected: 'contract products.get',
    create: responds((exchange) => {
      if (exchange.operation === 'products.get') exchange.headers['content-type'] = 'text/html';
    }),
  },
  {
    name: 'errors as { message }',
    expected: 'contract customers.get (error)',
    create: responds((exchange) => {
      if (exchange.status >= 400) exchange.json = { message: exchange.json['error'] };
    }),
  },
  {
    name: 'errors with success true',
    expected: 'contract customers.get (error) success',
    create: responds((exchange) => {
      if (exchange.status >= 400) exchange.json['success'] = true;
    }),
  },
  {
    name: 'details as a text',
    expected: 'contract customers.create (error) details',
    create: responds((exchange) => {
      if ('details' in exchange.json) exchange.json['details'] = 'something is wrong';
    }),
  },
];

const errorMutants: readonly Mutant[] = [
  {
    name: 'a not-found error without the resource',
    expected: 'rule catalogs.get.not-found',
    create: responds(({ json }) => {
      if (String(json['error']).endsWith('not found')) json['error'] = 'Not found';
    }),
  },
  {
    name: 'a not-found error with details',
    expected: 'rule customers.get.not-found',
    create: responds(({ json }) => {
      if (String(json['error']).endsWith('not found')) json['details'] = ['id'];
    }),
  },
  {
    name: 'an unknown price is a price',
    expected: 'rule prices.update.not-found',
    create: responds(({ json }) => {
      if (json['error'] === 'Price not found') json['error'] = 'Product not found';
    }),
  },
  {
    name: 'a malformed id with a general text',
    expected: 'rule products.get.malformed-id',
    create: responds(({ json }) => {
      if (/ID format/.test(String(json['error']))) json['error'] = 'Bad request';
    }),
  },
  {
    name: '403 instead of 401',
    expected: 'rule auth.missing-token',
    create: responds((exchange) => {
      if (exchange.status === 401) exchange.status = 403;
    }),
  },
  {
    name: '401 with details',
    expected: 'rule auth.invalid-token',
    create: responds((exchange) => {
      if (exchange.status === 401) exchange.json['details'] = ['token'];
    }),
  },
  {
    name: 'any token opens the workspace',
    expected: 'rule auth.invalid-token',
    create: ({ token }) => ({
      request: (request) => {
        if (request.token.includes('invalid')) request.token = `Bearer ${token}`;
      },
    }),
  },
  {
    name: 'another text of 403',
    expected: 'rule permissions.forbidden',
    create: responds(({ json, status }) => {
      if (status === 403) json['error'] = 'You may not do this';
    }),
  },
  {
    name: '401 instead of 403',
    expected: 'rule permissions.forbidden',
    create: responds((exchange) => {
      if (exchange.status === 403) exchange.status = 401;
    }),
  },
  {
    name: '422 for a product update',
    expected: 'rule products.update.unknown',
    create: responds((exchange) => {
      if (exchange.operation === 'products.update' && exchange.status === 400) exchange.status = 422;
    }),
  },
  {
    name: 'the details of a product update name no field',
    expected: 'rule products.update.read-only',
    create: responds((exchange) => {
      if (exchange.operation === 'products.update' && exchange.status === 400) exchange.json['details'] = ['invalid'];
    }),
  },
  {
    name: '202 for a creation',
    expected: 'policy createdStatus',
    level: 'unknownValues',
    create: responds((exchange) => {
      if (exchange.status === 201) exchange.status = 202;
    }),
  },
  {
    name: 'another status for one resource that is not found',
    expected: 'policy notFoundStatus',
    level: 'unknownValues',
    create: responds((exchange) => {
      if (exchange.operation === 'catalogs.get' && exchange.status === 404) exchange.status = 410;
    }),
  },
  {
    name: '400 for a referenced category',
    expected: 'rule categories.delete.referenced',
    create: responds((exchange) => {
      if (exchange.operation === 'categories.delete' && exchange.status === 409) exchange.status = 400;
    }),
  },
  {
    name: '500 for a valid update',
    expected: 'contract addresses.update',
    create: responds((exchange) => {
      if (exchange.operation === 'addresses.update' && exchange.status === 200) {
        Object.assign(exchange, { status: 500, json: { success: false, error: 'Internal error' } });
      }
    }),
  },
];

const updateMutants: readonly Mutant[] = [
  {
    name: 'an update resets a field',
    expected: 'rule addresses.update.exact',
    create: sends('addresses.update', (sent) => {
      if ('city' in sent) sent['comment'] = 'reset';
    }),
  },
  {
    name: 'an update of a group resets its other members',
    expected: 'rule products.update.exact',
    create: sends('products.update', (sent) => {
      if ('shipping[weight]' in sent) sent['shipping[height]'] = 1;
    }),
  },
  {
    name: 'an update of a field is lost',
    expected: 'rule contacts.update.fields',
    create: sends('contacts.update', (sent) => delete sent['email']),
  },
  {
    name: 'an update of a group is lost',
    expected: 'rule products.update.fields',
    create: sends('products.update', (sent) => delete sent['identifiers[erp]']),
  },
  {
    name: 'a price ignores a field',
    expected: 'rule prices.update.fields',
    create: sends('prices.update', (sent) => delete sent['floor_price']),
  },
  {
    name: 'null does not clear an address field',
    expected: 'rule addresses.update.null',
    create: sends('addresses.update', (sent) => {
      if (sent['state'] === null) delete sent['state'];
    }),
  },
  {
    name: 'null does not clear a price field',
    expected: 'rule prices.update.null',
    create: sends('prices.update', (sent) => {
      if (sent['percent'] === null) delete sent['percent'];
    }),
  },
  {
    name: 'null does not clear a phone number',
    expected: 'rule contacts.update.null',
    create: sends('contacts.update', (sent) => {
      if (sent['phone'] === null) sent['phone'] = '';
    }),
  },
  {
    name: 'an address can change its customer',
    expected: 'rule addresses.update.immutable',
    create: () => {
      const moved = new Map<string, unknown>();
      return {
        request: ({ operation, sent, url }) => {
          if (operation !== 'addresses.update' || !('customer_id' in sent)) return;
          moved.set(url.pathname, sent['customer_id']);
          delete sent['customer_id'];
        },
        response: (exchange) => {
          const customer = moved.get(exchange.url.pathname);
          for (const record of records(exchange)) if (customer !== undefined) record['customer_id'] = customer;
        },
      };
    },
  },
  {
    name: 'a product update accepts api_name',
    expected: 'rule products.update.creation-only',
    create: sends('products.update', (sent) => delete sent['api_name']),
  },
  {
    name: 'a product update accepts read-only fields',
    expected: 'rule products.update.read-only',
    create: sends('products.update', (sent) => delete sent['created_at']),
  },
  {
    name: 'a product update accepts unknown fields',
    expected: 'rule products.update.unknown',
    create: sends('products.update', (sent) => delete sent['conformance_unknown']),
  },
  {
    name: 'a product update stores a name of one character',
    expected: 'rule products.update.name-length',
    create: sends('products.update', (sent) => {
      if (sent['name'] === 'D') sent['name'] = 'D ';
    }),
  },
  {
    name: 'an empty list of categories changes nothing',
    expected: 'rule products.update.categories',
    create: sends('products.update', (sent) => {
      if (Array.isArray(sent['category_ids']) && sent['category_ids'].length === 0) delete sent['category_ids'];
    }),
  },
  {
    name: 'the image cannot be removed',
    expected: 'rule products.update.image',
    create: sends('products.update', (sent) => {
      if (sent['primary_image_id'] === null) delete sent['primary_image_id'];
    }),
  },
  {
    name: 'updated_at does not move',
    expected: 'rule products.update.is-active',
    create: inRecords(['products.get', 'products.update'], (record) => {
      record['updated_at'] = record['created_at'];
    }),
  },
  {
    name: 'the response of an update is stale',
    expected: 'rule addresses.update.fields',
    create: inRecords('addresses.update', (record) => {
      record['city'] = 'Berlin';
    }),
  },
  {
    name: 'the price of one pricebook changes all',
    expected: 'rule prices.independent',
    create: () => {
      let amount: unknown;
      return {
        response: (exchange) => {
          if (exchange.operation === 'prices.update') amount = exchange.sent['amount'] ?? amount;
          if (exchange.operation !== 'products.get' || amount === undefined) return;
          for (const price of records(exchange).flatMap((record) => list(record, 'prices'))) {
            Object.assign(price, { pricing_model: 'flat', amount });
          }
        },
      };
    },
  },
];

const priceMutants: readonly Mutant[] = [
  {
    name: 'a product shows the amount of every model',
    expected: 'rule prices.amount-in-product',
    create: inRecords('products.get', (record) => {
      for (const price of list(record, 'prices')) price['amount'] ??= 9.5;
    }),
  },
  {
    name: 'an existing product shows an amount for a volume price',
    expected: 'rule products.price-entries',
    create: inRecords('products.get', (record) => {
      for (const price of list(record, 'prices')) if (price['pricing_model'] === 'volume') price['amount'] = 1;
    }),
  },
  {
    name: 'an amount of 0 is accepted',
    expected: 'rule prices.update.amount-positive',
    create: sends('prices.update', (sent) => {
      if (sent['amount'] === 0) sent['amount'] = 1;
    }),
  },
  {
    name: 'a percent of 101 is accepted',
    expected: 'rule prices.update.percent-range',
    create: sends('prices.update', (sent) => {
      if (sent['percent'] === 101) sent['percent'] = 100;
    }),
  },
  {
    name: 'a percent of 100 is off by one',
    expected: 'rule prices.update.percent-range',
    create: sends('prices.update', (sent) => {
      if (sent['percent'] === 100) sent['percent'] = 99;
    }),
  },
  {
    name: 'any pricing model is accepted',
    expected: 'rule prices.update.model',
    create: sends('prices.update', (sent) => {
      if (sent['pricing_model'] === 'conformance') sent['pricing_model'] = 'none';
    }),
  },
  {
    name: 'the name in a price is that of another product',
    expected: 'rule prices.enriched',
    create: inRecords('prices.update', (record) => {
      record['product_variant_name'] = 'Another product';
    }),
  },
];

const createMutants: readonly Mutant[] = [
  {
    name: 'a customer loses an external id',
    expected: 'rule customers.create.stored',
    create: sends('customers.create', (sent) => delete sent['id_erp']),
  },
  {
    name: 'an address without a city is accepted',
    expected: 'rule addresses.create.required',
    create: sends('addresses.create', (sent) => {
      sent['city'] ??= 'Nowhere';
    }),
  },
  {
    name: 'any customer type is accepted',
    expected: 'rule customers.create.invalid-type',
    create: sends('customers.create', (sent) => {
      if (sent['type'] === 'club') sent['type'] = 'company';
    }),
  },
  {
    name: 'half a tax id is accepted',
    expected: 'rule customers.create.invalid-tax-ids',
    create: sends('customers.create', (sent) => {
      for (const entry of (sent['tax_ids'] ?? []) as Json[]) entry['tax_value'] ??= '';
    }),
  },
  {
    name: 'any country is accepted',
    expected: 'rule addresses.create.invalid-country',
    create: sends('addresses.create', (sent) => {
      if (sent['country'] === 'Germany') sent['country'] = 'DE';
    }),
  },
  {
    name: 'a taken api_name is accepted',
    expected: 'rule productParents.create.unique',
    create: () => {
      let count = 0;
      const seen = new Set<unknown>();
      return {
        request: ({ operation, sent }) => {
          if (operation !== 'productParents.create') return;
          count += 1;
          if (seen.has(sent['api_name'])) sent['api_name'] = `copy_${count}`;
          seen.add(sent['api_name']);
        },
      };
    },
  },
  {
    name: 'a product name of one character is accepted',
    expected: 'rule products.create.invalid-name',
    create: sends('products.create', (sent) => {
      if (sent['name'] === 'D') sent['name'] = 'DD';
    }),
  },
  {
    name: 'a generated api_name has spaces',
    expected: 'rule catalogs.create.stored',
    create: inRecords('catalogs.create', (record) => {
      record['api_name'] = String(record['api_name']).replaceAll('_', ' ');
    }),
  },
  {
    name: 'catalogs are inactive by default',
    expected: 'rule catalogs.create.stored',
    create: sends('catalogs.create', (sent) => {
      sent['is_active'] ??= false;
    }),
  },
  {
    name: 'a new product is not the default product',
    expected: 'rule products.create.stored',
    create: inRecords('products.get', (record) => {
      record['is_default'] = false;
    }),
  },
  {
    name: 'a new product is not linked to its catalogs',
    expected: 'rule products.create.stored',
    create: sends('products.create', (sent) => delete sent['catalog_ids']),
  },
  {
    name: 'the prices of a new product get new ids',
    expected: 'rule products.prices',
    create: inRecords('products.get', (record) => {
      for (const price of list(record, 'prices')) price['id'] = String(price['id']).replace(/^.{8}/, '00000000');
    }),
  },
];

const listMutants: readonly Mutant[] = [
  {
    name: 'a list is truncated',
    expected: 'rule customers.create.stored',
    level: 'observations',
    create: responds((exchange) => {
      if (exchange.operation === 'customers.list' && exchange.status === 200) {
        exchange.json['data'] = records(exchange).slice(0, 3);
      }
    }),
  },
  {
    name: 'a list is sorted by id',
    expected: 'policy listOrder',
    level: 'unknownValues',
    create: responds((exchange) => {
      if (exchange.operation === 'customers.list' && exchange.status === 200) {
        exchange.json['data'] = records(exchange).sort((one, other) =>
          String(one['id']) < String(other['id']) ? -1 : 1,
        );
      }
    }),
  },
  {
    name: 'a slash at the end of a path is an error of the server',
    expected: 'policy trailingSlash',
    level: 'unknownValues',
    create: responds((exchange) => {
      if (exchange.url.pathname.endsWith('/')) exchange.status = 500;
    }),
  },
  {
    name: 'the amount of a new price is 1',
    expected: 'policy unsetAmount',
    level: 'unknownValues',
    create: responds((exchange) => {
      const data = exchange.json['data'];
      if (exchange.operation === 'prices.update' && typeof data === 'object' && data !== null) {
        Object.assign(data, { amount: Reflect.get(data, 'amount') ?? 1 });
      }
    }),
  },
  {
    name: 'timestamps of one resource have no milliseconds',
    expected: 'policy timestampFormat',
    level: 'unknownValues',
    create: responds((exchange) => {
      const data = exchange.json['data'];
      if (exchange.operation === 'catalogs.get' && typeof data === 'object' && data !== null) {
        Object.assign(data, { created_at: '2026-01-01T00:00:00Z' });
      }
    }),
  },
  {
    name: 'a list contains its last record twice',
    expected: 'rule addresses.create.stored',
    create: responds((exchange) => {
      if (exchange.operation === 'addresses.list' && exchange.status === 200) {
        exchange.json['data'] = [...records(exchange), ...records(exchange).slice(-1)];
      }
    }),
  },
  {
    name: 'a list shows other values than a record',
    expected: 'rule customers.list.matches-get',
    create: inRecords('customers.list', (record) => {
      record['name'] = 'shortened';
    }),
  },
  {
    name: 'the filter does nothing',
    expected: 'rule addresses.list.filter',
    create: () => ({
      request: ({ operation, url }) => {
        if (operation === 'addresses.list' && url.searchParams.get('customer_id') !== 'not-a-uuid') url.search = '';
      },
    }),
  },
  {
    name: 'the filter loses a record',
    expected: 'rule addresses.list.filter',
    create: responds((exchange) => {
      if (exchange.operation === 'addresses.list' && exchange.url.search !== '' && exchange.status === 200) {
        exchange.json['data'] = records(exchange).slice(1);
      }
    }),
  },
  {
    name: 'a customer lacks one of its addresses',
    expected: 'rule customers.links',
    create: inRecords(['customers.get', 'customers.list'], (record) => {
      record['address_ids'] = list(record, 'address_ids').slice(1);
    }),
  },
  {
    name: 'a contact has no addresses',
    expected: 'rule contacts.links',
    create: inRecords('contacts.get', (record) => {
      record['address_ids'] = [];
    }),
  },
  {
    name: 'a product has another recurrence than its parent',
    expected: 'rule products.links',
    create: inRecords('products.get', (record) => {
      const settings = group(record, 'settings');
      settings['recurrence_type'] = settings['recurrence_type'] === 'one_off' ? 'recurring' : 'one_off';
    }),
  },
  {
    name: 'api_name with capital letters',
    expected: 'rule api-names.snake-case',
    create: inRecords('productParents.list', (record) => {
      record['api_name'] = String(record['api_name']).toUpperCase();
    }),
  },
];

const isolationMutants: readonly Mutant[] = [
  {
    name: 'a second workspace reads the first',
    expected: 'rule isolation.reads',
    create: ({ token }) => ({
      request: (request) => {
        if (request.operation?.endsWith('.get') && request.token !== '' && !request.token.includes('invalid')) {
          request.token = `Bearer ${token}`;
        }
      },
    }),
  },
  {
    name: 'a second workspace lists the first',
    expected: 'rule isolation.lists',
    create: ({ token }) => ({
      request: (request) => {
        const isList = request.operation === 'customers.list';
        if (isList && request.token !== '' && !request.token.includes('invalid')) request.token = `Bearer ${token}`;
      },
    }),
  },
  {
    name: 'a second workspace changes the first',
    expected: 'rule isolation.writes',
    create: ({ token }) => ({
      request: (request) => {
        if (request.operation === 'addresses.update' && request.sent['comment'] === 'changed by another workspace') {
          request.token = `Bearer ${token}`;
        }
      },
    }),
  },
  {
    name: 'a list contains a record of another workspace',
    expected: 'rule auth.one-workspace',
    create: responds((exchange) => {
      const [first] = exchange.operation === 'customers.list' ? records(exchange) : [];
      if (first) first['workspace_id'] = '9b2f7a4e-6a0c-4f0e-8a54-1f3f5b9d2c11';
    }),
  },
];

const deletionMutants: readonly Mutant[] = [
  {
    name: 'a deleted category can be read',
    expected: 'rule categories.delete.soft',
    create: () => {
      const seen = new Map<string, Json>();
      return {
        response: (exchange) => {
          if (exchange.operation !== 'categories.get') return;
          if (exchange.status === 200) seen.set(exchange.url.pathname, exchange.json);
          const before = seen.get(exchange.url.pathname);
          if (exchange.status === 404 && before) Object.assign(exchange, { status: 200, json: before });
        },
      };
    },
  },
  {
    name: 'a product loses its link to a deleted category',
    expected: 'rule categories.delete.soft',
    create: () => {
      let isDeleted = false;
      return {
        response: (exchange) => {
          if (exchange.operation === 'categories.delete' && exchange.status === 200) isDeleted = true;
          if (exchange.operation !== 'products.get' || !isDeleted) return;
          for (const record of records(exchange)) record['categories'] = [];
        },
      };
    },
  },
  {
    name: 'a referenced category is deleted',
    expected: 'rule categories.delete.referenced',
    create: (mock) => ({
      request: ({ operation }) => {
        if (operation !== 'categories.delete') return;
        for (const { id } of mock.db.discounts.list()) mock.db.discounts.update(id, { is_active: false });
      },
    }),
  },
];

/** Behavior that no rule checks: only walks make the calls that show it. */
const walkMutants: readonly Mutant[] = [
  {
    name: 'a filtered list has another order than the whole list',
    expected: 'walk addresses.list',
    create: responds((exchange) => {
      if (exchange.operation === 'addresses.list' && exchange.url.search !== '' && exchange.status === 200) {
        exchange.json['data'] = records(exchange).reverse();
      }
    }),
  },
  {
    name: 'an update of a price without fields is an error',
    expected: 'walk prices.update',
    create: responds((exchange) => {
      if (exchange.operation === 'prices.update' && Object.keys(exchange.sent).length === 0) exchange.status = 400;
    }),
  },
];

/** All mutants. */
export const mutants: readonly Mutant[] = [
  ...contractMutants,
  ...envelopeMutants,
  ...errorMutants,
  ...updateMutants,
  ...priceMutants,
  ...createMutants,
  ...listMutants,
  ...isolationMutants,
  ...deletionMutants,
  ...walkMutants,
];
