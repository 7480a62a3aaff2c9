import type { Json, Row } from './data.ts';

/** The kinds of errors, as bugs name them. */
export type ErrorKind =
  | 'unauthorized'
  | 'forbidden'
  | 'malformed'
  | 'not found'
  | 'validation'
  | 'referenced'
  | 'conflict';

/** An error response that a bug may change. */
export interface ErrorResponse {
  status: number;
  body: Json;
}

/** A contradiction to a sentence of the specification. Its other members say what the server does. */
export interface Bug {
  /** The sentence that the server contradicts. */
  readonly sentence: string;
  /** Matches a difference that names the cause, as `kind subject: message`. */
  readonly cause: RegExp;
  /** Operations that also read or change records of other workspaces. */
  readonly leaks?: readonly string[];
  /** A field of a body that accepts the id of a record of another workspace. */
  readonly links?: readonly [operation: string, field: string];
  /** A field of a body that accepts values that it must reject. */
  readonly allows?: readonly [operation: string, field: string, accepts: (value: unknown) => boolean];
  /** A required field that a body may omit. */
  readonly omits?: readonly [operation: string, field: string];
  /** A field whose new value is not stored. */
  readonly drops?: readonly [operation: string, field: string];
  /** A field that the operation changes, although it cannot be changed. */
  readonly changes?: readonly [operation: string, field: string];
  /** Changes the records of successful responses of operations. */
  readonly shows?: readonly [operations: readonly string[], change: (record: Json, row: Row) => void];
  /** Changes error responses. */
  readonly errs?: readonly [kind: ErrorKind, change: (response: ErrorResponse) => void];
}

const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const isNull = (value: unknown) => value === null;

const limited = 'All reads and writes are limited to that workspace.';
const bound = "Every operation reads and writes only that workspace's data";
const onlySupplied = 'PATCH endpoints update only the fields supplied.';
const cleared = 'Fields typed `T | null` are cleared by sending null.';
const present = '`T | null` means the field is always present but may be null.';
const details = '`details`: none';
const wrongBody = 'Body fails validation: `Validation error`';

/** Bugs of the server, by name. */
export const bugs = {
  // Isolation: records by their id.
  'reads foreign customers': leaks('customers.get'),
  'reads foreign contacts': leaks('contacts.get'),
  'reads foreign addresses': leaks('addresses.get'),
  'reads foreign categories': leaks('categories.get'),
  'reads foreign catalogs': leaks('catalogs.get'),
  'reads foreign products': leaks('products.get'),
  'reads foreign products of parents': leaks('productParents.getProduct'),
  'updates foreign contacts': leaks('contacts.update'),
  'updates foreign addresses': leaks('addresses.update'),
  'updates foreign categories': leaks('categories.update'),
  'updates foreign products': leaks('products.update'),
  'updates foreign prices': leaks('prices.update'),
  // Isolation: lists.
  'lists foreign customers': leaks('customers.list'),
  'lists foreign addresses': leaks('addresses.list'),
  'lists foreign product parents': leaks('productParents.list'),
  'filters by foreign customers': { sentence: limited, cause: /isolation\b.*(?:customer_id|addresses\.list|filter)/ },
  // Isolation: ids in bodies.
  'links new addresses to foreign customers': links('addresses.create', 'customer_id'),
  'links new addresses to foreign contacts': links('addresses.create', 'contact_id'),
  'links addresses to foreign contacts': links('addresses.update', 'contact_id'),
  'links new products to foreign catalogs': links('products.create', 'catalog_ids'),
  'links new products to foreign categories': links('products.create', 'category_ids'),
  'links products to foreign categories': links('products.update', 'category_ids'),
  'links categories to foreign parents': links('categories.update', 'parent_category_id'),
  'links prices to foreign prices': links('prices.update', 'parent_price_id'),

  // Stated rules of bodies.
  'accepts any type of customer': allows(
    'customers.create',
    'type',
    isText,
    'Customer `type` must be `company` or `individual`.',
  ),
  'accepts a tax id without a value': allows(
    'customers.create',
    'tax_ids',
    Array.isArray,
    '`tax_ids`: both keys required per entry',
  ),
  'accepts any type of a new address': allows(
    'addresses.create',
    'type',
    isText,
    'Address `type` must be `billing` or `shipping`.',
  ),
  'accepts any type of an address': allows(
    'addresses.update',
    'type',
    isText,
    'Address `type` must be `billing` or `shipping`.',
  ),
  'accepts any country of a new address': allows(
    'addresses.create',
    'country',
    isText,
    '`country`: ISO 3166-1 alpha-2',
  ),
  'accepts any country of an address': allows(
    'addresses.update',
    'country',
    isText,
    '`country`: ISO 3166-1 alpha-2 code',
  ),
  'accepts any role': allows('contacts.update', 'role', Array.isArray, '`role`: allowed values: `buyer`, `signer`, …'),
  'accepts any recurrence of a parent': allows(
    'productParents.create',
    'recurrence_type',
    isText,
    '`one_off` or `recurring`',
  ),
  'accepts any recurrence of a product': allows(
    'products.create',
    'recurrence_type',
    isText,
    '`one_off` or `recurring`',
  ),
  'accepts any api_name of a parent': allows(
    'productParents.create',
    'api_name',
    isText,
    '`api_name`: snake_case, unique',
  ),
  'accepts a new product name of one character': allows(
    'products.create',
    'name',
    isText,
    'Product `name` must be at least 2 characters.',
  ),
  'accepts a product name of one character': allows(
    'products.update',
    'name',
    isText,
    'Product `name` must be at least 2 characters.',
  ),
  'accepts the amount 0': allows(
    'prices.update',
    'amount',
    (value) => value === 0,
    'Price `amount` must be a positive number.',
  ),
  'accepts a negative amount': allows('prices.update', 'amount', isNumber, 'Price `amount` must be a positive number.'),
  'accepts a percent above 100': allows('prices.update', 'percent', isNumber, '`percent` is bounded 0 to 100.'),
  'accepts any pricing model': allows('prices.update', 'pricing_model', isText, '`pricing_model`: `flat`, `volume`, …'),
  'accepts any engagement': allows(
    'prices.update',
    'engagement_type',
    isText,
    '`engagement_type`: `forever` or `fixed_period`',
  ),
  'accepts any base of a percentage': allows(
    'prices.update',
    'price_percentage_type',
    isText,
    '`price_percentage_type`: `all`, …',
  ),
  'accepts a customer without a name': omits('customers.create', 'name', '`name` string required'),
  'accepts an address without a city': omits('addresses.create', 'city', 'body: required `city`'),
  'accepts a catalog without a name': omits('catalogs.create', 'name', 'Catalog `name` is required.'),
  'accepts a parent without api_name': omits(
    'productParents.create',
    'api_name',
    'Product-parent `api_name` and `recurrence_type` are required.',
  ),
  'accepts a parent without recurrence': omits(
    'productParents.create',
    'recurrence_type',
    'Product-parent `api_name` and `recurrence_type` are required.',
  ),
  'accepts an api_name twice': { sentence: '`api_name`: snake_case, unique', cause: /unique|api_name/ },

  // JSON types and null.
  'accepts a number as a name': allows('customers.create', 'name', isNumber, '`name` string required'),
  'accepts a number as a postal code': allows('addresses.create', 'postal_code', isNumber, '`postal_code`: string'),
  'accepts a number as a city': allows('addresses.update', 'city', isNumber, '`city` strings'),
  'accepts a text as is_active of a catalog': allows('catalogs.create', 'is_active', isText, '`is_active` boolean'),
  'accepts a text as is_active of a category': allows('categories.update', 'is_active', isText, '`is_active` boolean'),
  'accepts a text as is_active of a product': allows('products.update', 'is_active', isText, '`is_active` booleans'),
  'accepts a text as weight': allows('products.update', 'shipping[weight]', isText, '`shipping[weight]` numbers'),
  'accepts a text as amount': allows('prices.update', 'amount', isText, '`amount`: number'),
  'accepts one id as category_ids': allows(
    'products.update',
    'category_ids',
    isText,
    '`category_ids` array of UUID strings',
  ),
  'accepts null as the first name': allows('contacts.update', 'first_name', isNull, '`first_name` strings'),
  'accepts null as a city': allows('addresses.update', 'city', isNull, '`city`: string'),
  'accepts null as the name of a category': allows('categories.update', 'name', isNull, '`name` string'),
  'accepts null as the name of a product': allows('products.update', 'name', isNull, '`name` strings'),
  'accepts null as the name of a customer': allows('customers.create', 'name', isNull, '`name` string required'),
  'accepts null as a pricing model': allows('prices.update', 'pricing_model', isNull, '`pricing_model`: string'),

  // Updates.
  'keeps the last name': drops('contacts.update', 'last_name'),
  'keeps the external id of an address': drops('addresses.update', 'id_erp'),
  'keeps the description of a category': drops('categories.update', 'description'),
  'keeps the weight': drops('products.update', 'shipping[weight]'),
  'keeps the floor price': drops('prices.update', 'floor_price'),
  'keeps is_active of a category': drops('categories.update', 'is_active'),
  'loses the units of a new product': drops('products.create', 'settings[unit_per_pack]'),
  'loses the comment of a new address': drops('addresses.create', 'comment'),
  'loses the catalogs of a new product': drops('products.create', 'catalog_ids'),
  'does not clear the phone': { sentence: cleared, cause: /contacts\.update\.null.*phone/ },
  'does not clear the parent category': { sentence: cleared, cause: /categories\.update.*parent_category_id/ },
  'does not clear the image': { sentence: 'null removes the primary image', cause: /products\.update.*image/ },
  'clears what is not sent': { sentence: onlySupplied, cause: /addresses\.update.*also changes/ },
  'changes other prices': { sentence: onlySupplied, cause: /prices\.independent|prices\.update.*also changes/ },
  'adds categories instead of replacing them': {
    sentence: 'replaces all existing category links',
    cause: /products\.update\.categories/,
  },
  'returns the record before the update': { sentence: '`data`: updated address', cause: /addresses\.update.*differs/ },
  'moves contacts': changes('contacts.update', 'customer_id'),
  'moves addresses': changes('addresses.update', 'customer_id'),
  'renames api_name of categories': changes('categories.update', 'api_name'),
  'moves prices to another product': changes('prices.update', 'product_id'),
  'moves prices to another pricebook': changes('prices.update', 'pricebook_id'),
  'renames api_name of products': changes('products.update', 'api_name', /products\.update\.creation-only.*api_name/),
  'accepts unknown fields of products': {
    sentence: 'unknown field sent in product PATCH: 400',
    cause: /products\.update\.unknown/,
  },
  'rejects fields of products with 422': {
    sentence: 'sent in product PATCH: 400',
    cause: /products\.update\.(?:creation|read|unknown|name).*400/,
  },
  'does not name the rejected field': {
    sentence: 'sent in product PATCH: names the field',
    cause: /products\.update.*does not name/,
  },
  'stores a part of a rejected update': {
    sentence: 'Body fails validation: 400',
    cause: /products\.update\.name-length.*changes/,
  },
  'keeps updated_at of a category': {
    sentence: 'PATCH with `is_active`: `updated_at` changes',
    cause: /categories.*updated_at/,
  },
  'keeps updated_at of a product': {
    sentence: 'PATCH with `is_active`: `updated_at` changes',
    cause: /products.*updated_at/,
  },

  // Records in responses.
  'lists tax ids': shows(
    ['customers.list'],
    (record) => Object.assign(record, { tax_ids: [] }),
    'The list response objects omit `tax_ids`.',
    /customers\.list.*tax_ids/,
  ),
  'shows links of a new customer': shows(
    ['customers.create'],
    (record) => Object.assign(record, { contact_ids: [] }),
    'The create response omits `contact_ids` and `address_ids`.',
    /customers\.create.*contact_ids/,
  ),
  'omits the logo': shows(['customers.get'], (record) => delete record['logo'], present, /customers\.get.*logo/),
  'omits a phone that is null': shows(
    ['contacts.get'],
    (record) => record['phone'] ?? delete record['phone'],
    present,
    /contacts.*phone/,
  ),
  'omits the workspace of listed addresses': shows(
    ['addresses.list'],
    (record) => delete record['workspace_id'],
    '`workspace_id`: present in create and list responses',
    /addresses\.list.*workspace_id/,
  ),
  'shows numbers as ids': shows(
    ['addresses.get', 'addresses.list'],
    (record) => Object.assign(record, { id: 17 }),
    'Identifiers of records are UUIDs.',
    /addresses\.(?:get|list).*id/,
  ),
  'shows timestamps as numbers': shows(
    ['catalogs.get'],
    (record, row) => Object.assign(record, { created_at: row.created_at }),
    'Timestamps are ISO 8601 strings.',
    /catalogs\.get.*created_at/,
  ),
  'shows catalogs of a new product': shows(
    ['products.create'],
    (record) => {
      record['catalogs'] = record['catalog_ids'];
      delete record['catalog_ids'];
    },
    'It carries `catalog_ids`, `category_ids` and `product_ids` as UUID lists',
    /products\.create.*catalog/,
  ),
  'omits the creator': shows(
    ['products.get'],
    (record) => delete record['created_by'],
    '`created_by`: present in Get Product',
    /products\.get.*created_by/,
  ),
  'shows amounts as texts': shows(
    ['prices.update'],
    (record) => Object.assign(record, { floor_price: String(record['floor_price'] ?? 0) }),
    '`floor_price`: number or null',
    /prices\.update.*floor_price/,
  ),
  'omits prices of an updated product': shows(
    ['products.update'],
    (record) => delete record['prices'],
    'updated product including `prices`',
    /products\.update.*prices/,
  ),
  'shows a wrong product name in prices': shows(
    ['prices.update'],
    (record) => Object.assign(record, { product_variant_name: 'Variant' }),
    'Enriched read-only fields in the price response: `product_variant_name`',
    /prices\.enriched|product_variant_name/,
  ),
  'shows a wrong recurrence': shows(
    ['products.get'],
    (record) => Object.assign(Object(record['settings']), { recurrence_type: 'recurring' }),
    '`recurrence_type` (taken from the parent)',
    /recurrence_type/,
  ),
  'shows the language id twice': shows(
    ['products.get'],
    (record) => {
      Object.assign(Object(record['settings']), { language_id: 'nb' });
      delete Object(record['settings']).language_code;
    },
    '`settings`: `language_code`',
    /products\.get.*language/,
  ),
  'hides the product of a new parent': shows(
    ['productParents.list'],
    (record) => Object.assign(record, { product_ids: [] }),
    '`product_ids`: linked products',
    /product_ids|productParents|products\.links/,
  ),
  'shows no addresses of customers': shows(
    ['customers.get', 'customers.list'],
    (record) => Object.assign(record, { address_ids: [] }),
    '`address_ids`: addresses linked to the customer',
    /address_ids/,
  ),
  'shows no addresses of contacts': shows(
    ['contacts.get'],
    (record) => Object.assign(record, { address_ids: [] }),
    '`address_ids`: addresses linked to this contact',
    /contacts\.links.*address_ids/,
  ),
  'new catalogs are not active': {
    sentence: '`is_active`: default `true` on creation',
    cause: /catalogs\.create.*is_active/,
  },
  'new catalogs have no snake_case': {
    sentence: '`api_name`: a snake_case identifier',
    cause: /catalogs\.create.*(?:api_name|snake)/,
  },
  'new products are no default': shows(
    ['products.get'],
    (record) => Object.assign(record, { is_default: false }),
    'Creating a product creates a master and a default variant.',
    /is_default|default product/,
  ),
  'shows amounts of all models': {
    sentence: '`amount` is populated only when `pricing_model` is `flat`',
    cause: /amount/,
  },
  'shows no amount of flat prices': {
    sentence: '`amount` is populated only when `pricing_model` is `flat`',
    cause: /prices\.amount-in-product.*flat/,
  },

  // Lists.
  'ignores the filter': {
    sentence: 'optional query `customer_id` (UUID) filters by customer',
    cause: /addresses\.list\.filter/,
  },
  'filters too much': {
    sentence: 'optional query `customer_id` (UUID) filters by customer',
    cause: /addresses\.list\.filter/,
  },
  'lists records twice': {
    sentence: '`data`: array of customer objects',
    cause: /customers\.list.*times|customers\.list/,
  },
  'wraps lists': {
    sentence: 'Successful responses use the envelope `{ success: true, data: <object or array> }`.',
    cause: /customers\.list/,
  },
  'omits the envelope': {
    sentence: 'Successful responses use the envelope `{ success: true, data }`.',
    cause: /envelope|\{ success: true, data \}/,
  },

  // Deletion.
  'deletes referenced categories': {
    sentence: 'referenced by an active discount: 409',
    cause: /categories\.delete\.referenced/,
  },
  'reports referenced categories with a text': errs(
    'referenced',
    (response) => {
      response.body['error'] = 'The category is in use';
    },
    '409 error with code `CATEGORY_REFERENCED_IN_DISCOUNT`',
    /categories\.delete\.referenced/,
  ),
  'still shows deleted categories': { sentence: 'no longer appears in standard queries', cause: /categories\.delete/ },
  'confirms a deletion with the record': {
    sentence: 'response `data` is the id and `deleted: true`',
    cause: /categories\.delete/,
  },
  'deletes links of products': { sentence: 'products keep their `category_ids`', cause: /categories\.delete.*link/ },
  'deletes child categories': { sentence: 'child categories are not deleted', cause: /categories\.delete.*child/ },

  // Access and errors.
  'needs no token to list': {
    sentence: 'Every endpoint requires the `Authorization` header',
    cause: /auth\.missing-token/,
  },
  'accepts any token': { sentence: 'Missing or invalid token: HTTP 401', cause: /auth\.invalid-token/ },
  'rejects a missing token with 403': errs(
    'unauthorized',
    (response) => {
      response.status = 403;
    },
    'Missing or invalid token: HTTP 401',
    /auth\..*(?:401|403)/,
  ),
  'omits success in 401': errs(
    'unauthorized',
    ({ body }) => delete body['success'],
    '401, body `{ success: false, error: <message> }`',
    /auth\.|\(error\).*success/,
  ),
  'explains 401 in details': errs(
    'unauthorized',
    ({ body }) => {
      body['details'] = ['token'];
    },
    details,
    /auth\..*details/,
  ),
  'rejects a missing permission with 401': errs(
    'forbidden',
    (response) => {
      response.status = 401;
    },
    'Valid token lacking permission for the operation: HTTP 403.',
    /permissions\.forbidden/,
  ),
  'explains 403 in the text': errs(
    'forbidden',
    ({ body }) => {
      body['error'] = 'Missing scope products:write';
    },
    'Token lacks permission: 403, Forbidden',
    /permissions\.forbidden/,
  ),
  'carries out what it forbids': {
    sentence: 'Valid token lacking permission for the operation: HTTP 403.',
    cause: /permissions.*chang/,
  },
  'names no resource that is not found': errs(
    'not found',
    ({ body }) => {
      body['error'] = 'Not found';
    },
    'text `<Resource> not found`',
    /not-found/,
  ),
  'explains what is not found': errs(
    'not found',
    ({ body }) => {
      body['details'] = ['id'];
    },
    details,
    /not-found.*details/,
  ),
  'finds nothing with null': { sentence: 'Record not found: text `<Resource> not found`', cause: /not-found/ },
  'says nothing about a malformed id': errs(
    'malformed',
    ({ body }) => {
      body['error'] = 'Bad request';
    },
    'text about an invalid product ID format',
    /malformed-id/,
  ),
  'fails on a malformed id': errs(
    'malformed',
    (response) => {
      response.status = 500;
      response.body['error'] = 'Internal error';
    },
    'text about an invalid product ID format',
    /malformed-id/,
  ),
  'has another text for wrong bodies': errs(
    'validation',
    ({ body }) => {
      body['error'] = 'Bad request';
    },
    wrongBody,
    /Validation error/,
  ),
  'shows errors as objects': errs(
    'validation',
    ({ body }) => {
      body['error'] = { message: 'Validation error' };
    },
    'Error body: `{ success: false, error: <string> }`',
    /error|Validation/,
  ),
  'has a text as details': errs(
    'validation',
    ({ body }) => {
      body['details'] = 'The body is wrong';
    },
    '`details`: one of: array of strings; array of {`path`, `message`}; object',
    /details/,
  ),
  'reports wrong bodies as a success': errs(
    'validation',
    (response) => {
      response.status = 200;
    },
    wrongBody,
    /accepted|envelope|success/,
  ),
  'says success in errors': errs(
    'not found',
    ({ body }) => {
      body['success'] = true;
    },
    'Error body: `{ success: false, error: <string> }`',
    /success/,
  ),
} satisfies Readonly<Record<string, Bug>>;

export type BugName = keyof typeof bugs;

function leaks(operation: string): Bug {
  return { sentence: bound, cause: new RegExp(`isolation\\b.*${escapeText(operation)}`), leaks: [operation] };
}

function links(operation: string, field: string): Bug {
  return {
    sentence: limited,
    cause: new RegExp(`isolation\\b.*(?:${escapeText(operation)}.*${field}|${field}.*${escapeText(operation)})`),
    links: [operation, field],
  };
}

function allows(operation: string, field: string, accepts: (value: unknown) => boolean, sentence: string): Bug {
  return { sentence, cause: causeIn(operation, field), allows: [operation, field, accepts] };
}

function omits(operation: string, field: string, sentence: string): Bug {
  return { sentence, cause: causeIn(operation, field), omits: [operation, field] };
}

function drops(operation: string, field: string): Bug {
  const isUpdate = operation.endsWith('update');
  const sentence = isUpdate ? onlySupplied : `${operation}: \`data\` is the created record`;
  return { sentence, cause: causeIn(operation, field.replace(/_ids$/, '')), drops: [operation, field] };
}

function changes(operation: string, field: string, cause = causeIn(operation, field)): Bug {
  return { sentence: `\`${field}\` cannot be changed`, cause, changes: [operation, field] };
}

function shows(
  operations: readonly string[],
  change: (record: Json, row: Row) => unknown,
  sentence: string,
  cause: RegExp,
): Bug {
  return { sentence, cause, shows: [operations, change] };
}

function errs(kind: ErrorKind, change: (response: ErrorResponse) => unknown, sentence: string, cause: RegExp): Bug {
  return { sentence, cause, errs: [kind, change] };
}

/** Matches a difference of an operation that names a field. */
function causeIn(operation: string, field: string): RegExp {
  return new RegExp(`${escapeText(operation)}.*${escapeText(field)}|\\b${escapeText(field)}.*${escapeText(operation)}`);
}

function escapeText(text: string): string {
  return text.replaceAll(/[.[\]]/g, '\\$&');
}
