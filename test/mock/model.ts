/**
 * A slow and simple model of the service, written only from the specification. Tests compare the mock with it. Values
 * that the specification leaves to the service (ids, generated names, settings that no request can send) are taken from
 * the response of the mock.
 */
import { fieldsOf } from './helpers.ts';

/** The tables that requests read or write, and those that records refer to. */
export type Kind =
  | 'customers'
  | 'contacts'
  | 'addresses'
  | 'categories'
  | 'catalogs'
  | 'product-parents'
  | 'products'
  | 'prices'
  | 'taxes'
  | 'frequencies';

type Values = Readonly<Record<string, unknown>>;

/** A record: its values, and the fields that no request changes. */
export interface Row {
  readonly id: string;
  readonly created_at: string;
  updated_at: string;
  values: Values;
  deleted?: boolean;
}

/** The data of one workspace. */
export interface Workspace {
  readonly id: string;
  readonly tables: { readonly [K in Kind]: Map<string, Row> };
  readonly pricebooks: readonly {
    id: string;
    name: string;
    api_name: string;
    type: string;
    currency: Values & { id: string };
  }[];
  readonly discounts: Map<string, { active: boolean; readonly categories: readonly string[] }>;
}

/** The identity that a token authenticates, and its permissions, for example `customers:write`. */
export interface Principal {
  readonly workspace: Workspace;
  readonly user: string;
  may(permission: string): boolean;
}

export interface Request {
  readonly token: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly kind: Kind;
  readonly id?: string;
  readonly query?: string;
  /** The page of a list, from 1. */
  readonly page?: number;
  readonly body?: Values;
}

export interface Expected {
  readonly status: number;
  readonly body: unknown;
  /** Whether a list has another page. */
  readonly hasNext: boolean;
}

class Rejection extends Error {
  readonly expected: Expected;

  constructor(status: number, error: string, invalid?: readonly string[]) {
    super(error);
    const body = { success: false, error, ...(invalid && { details: [...invalid].sort() }) };
    this.expected = { status, body, hasNext: false };
  }
}

/** Returns the paths of wrong values: none, the value itself (``), or an entry (`.1`). */
type Rule = (value: unknown) => readonly string[];

const that =
  (holds: (value: unknown) => boolean): Rule =>
  (value) =>
    holds(value) ? [] : [''];
const orNull =
  (rule: Rule): Rule =>
  (value) =>
    value === null ? [] : rule(value);
const each =
  (rule: Rule): Rule =>
  (value) =>
    Array.isArray(value) ? value.flatMap((entry, at) => rule(entry).map((within) => `.${at}${within}`)) : [''];
const matching = (pattern: RegExp) => that((value) => typeof value === 'string' && pattern.test(value));
const oneOf = (...values: string[]) => that((value) => values.some((other) => other === value));

const text = that((value) => typeof value === 'string');
const flag = that((value) => typeof value === 'boolean');
const number = that((value) => typeof value === 'number');
const list = that(Array.isArray);
const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const uuid = matching(uuidPattern);
const snakeCase = matching(/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/);
const recurrence = oneOf('one_off', 'recurring');
const addressType = oneOf('billing', 'shipping');
const country = oneOf('DE', 'FR', 'US');
const longName = that((value) => typeof value === 'string' && value.length >= 2);

const same = (rule: Rule, ...fields: string[]) => Object.fromEntries(fields.map((field) => [field, rule]));
const shipping = (rule: (of: Rule) => Rule) => ({
  ...same(rule(number), 'shipping[weight]', 'shipping[height]', 'shipping[length]', 'shipping[width]'),
  ...same(rule(text), 'shipping[weight_unit]', 'shipping[length_unit]', 'shipping[country_of_origin]'),
  ...same(rule(text), 'shipping[harmonized_system_code]'),
});
const identifiers = same(text, 'identifiers[crm]', 'identifiers[erp]', 'identifiers[accounting]');
const productGroups = {
  ...same(text, 'inventory[sku]', 'accounting[ledger_account]'),
  'settings[unit_per_pack]': number,
  ...identifiers,
};
const externalIds = ['id_crm', 'id_erp', 'id_accounting'];

/** The fields of each body, from the endpoint tables of the specification. The required fields are below. */
const bodies: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  'POST customers': {
    name: text,
    type: oneOf('company', 'individual'),
    segment_id: uuid,
    logo: matching(/^https:/),
    ...same(text, ...externalIds),
  },
  'PATCH contacts': {
    ...same(text, 'first_name', 'last_name'),
    email: matching(/^.+@.+\..+$/),
    role: each(oneOf('buyer', 'signer', 'billing', 'shipping', 'legal', 'admin')),
    ...same(orNull(text), 'phone', ...externalIds),
  },
  'POST addresses': {
    customer_id: uuid,
    type: addressType,
    country,
    contact_id: uuid,
    ...same(text, 'address_line1', 'city', 'postal_code', 'name', 'address_line2', 'state', 'comment', ...externalIds),
  },
  'PATCH addresses': {
    type: addressType,
    country,
    contact_id: orNull(uuid),
    ...same(text, 'address_line1', 'city', 'postal_code'),
    ...same(orNull(text), 'name', 'address_line2', 'state', 'comment', ...externalIds),
  },
  'PATCH categories': { ...same(text, 'name', 'description'), is_active: flag, parent_category_id: orNull(uuid) },
  'POST catalogs': {
    ...same(text, 'name', 'reference', 'description', ...externalIds),
    api_name: snakeCase,
    is_active: flag,
  },
  'POST product-parents': {
    ...same(text, 'name', 'reference', 'description', ...externalIds),
    api_name: snakeCase,
    recurrence_type: recurrence,
    is_active: flag,
  },
  'POST products': {
    name: longName,
    api_name: snakeCase,
    recurrence_type: recurrence,
    ...same(text, 'reference', 'description'),
    is_active: flag,
    ...same(each(uuid), 'catalog_ids', 'category_ids'),
    ...productGroups,
    ...shipping((rule) => rule),
  },
  'PATCH products': {
    name: longName,
    ...same(text, 'reference', 'description'),
    ...same(flag, 'description_inherit_from_product', 'primary_image_inherit_from_product', 'is_active'),
    category_ids: each(uuid),
    primary_image_id: orNull(uuid),
    ...productGroups,
    ...shipping(orNull),
  },
  'PATCH prices': {
    pricing_model: oneOf('flat', 'volume', 'graduated', 'percent', 'cost_based', 'none'),
    amount: that((value) => typeof value === 'number' && value > 0),
    ...same(orNull(list), 'volume_tiers', 'graduated_tiers'),
    ...same(flag, 'is_volume_grid_displayed', 'is_graduated_grid_displayed', 'is_setup', 'is_pay_as_you_go'),
    percent: orNull(that((value) => typeof value === 'number' && value >= 0 && value <= 100)),
    price_percentage_type: orNull(oneOf('all', 'product_type', 'product')),
    ...same(orNull(number), 'cost_multiplier', 'cost', 'floor_price', 'period_duration'),
    ...same(orNull(uuid), 'default_tax_id', 'billing_frequency_id', 'parent_price_id'),
    engagement_type: orNull(oneOf('forever', 'fixed_period')),
    ...identifiers,
  },
};

const required: Readonly<Record<string, readonly string[]>> = {
  'POST customers': ['name', 'type'],
  'POST addresses': ['customer_id', 'type', 'address_line1', 'city', 'postal_code', 'country'],
  'POST catalogs': ['name'],
  'POST product-parents': ['api_name', 'recurrence_type', 'name'],
  'POST products': ['api_name', 'recurrence_type', 'name'],
};

/** The tables that fields refer to. */
const references: Readonly<Record<string, Kind>> = {
  customer_id: 'customers',
  contact_id: 'contacts',
  parent_category_id: 'categories',
  catalog_ids: 'catalogs',
  category_ids: 'categories',
  default_tax_id: 'taxes',
  billing_frequency_id: 'frequencies',
  parent_price_id: 'prices',
};

/** References within a table. A record must not become its own ancestor. */
const hierarchies: Partial<Record<Kind, string>> = { categories: 'parent_category_id', prices: 'parent_price_id' };

const recordNames: Readonly<Record<Kind, string>> = {
  customers: 'Customer',
  contacts: 'Contact',
  addresses: 'Address',
  categories: 'Category',
  catalogs: 'Catalog',
  'product-parents': 'Product parent',
  products: 'Product',
  prices: 'Price',
  taxes: 'Tax',
  frequencies: 'Billing frequency',
};

const noExternalIds = { id_crm: null, id_erp: null, id_accounting: null };
const noIdentifiers = { crm: '', erp: '', accounting: '' };

/** The defaults of fields that a create request omits. */
const defaults: Readonly<Record<string, Values>> = {
  customers: { segment_id: null, logo: null, tax_ids: [], ...noExternalIds },
  addresses: { name: null, address_line2: null, state: null, contact_id: null, comment: null, ...noExternalIds },
  catalogs: { reference: '', description: '', is_active: true, ...noExternalIds },
  'product-parents': {
    reference: '',
    description: '',
    is_active: true,
    catalog_ids: [],
    category_ids: [],
    ...noExternalIds,
  },
  products: {
    reference: '',
    description: '',
    description_inherit_from_product: false,
    primary_image_inherit_from_product: false,
    is_active: true,
    is_default: true,
    primary_image_id: null,
    options: [],
    inventory: { sku: '' },
    accounting: { ledger_account: '' },
    identifiers: noIdentifiers,
    shipping: {
      weight: null,
      weight_unit: null,
      height: null,
      length: null,
      width: null,
      length_unit: null,
      country_of_origin: null,
      harmonized_system_code: null,
    },
  },
  prices: {
    pricing_model: 'none',
    amount: null,
    volume_tiers: null,
    is_volume_grid_displayed: false,
    graduated_tiers: null,
    is_graduated_grid_displayed: false,
    percent: null,
    price_percentage_type: null,
    cost_multiplier: null,
    cost: null,
    floor_price: null,
    is_setup: false,
    is_pay_as_you_go: false,
    default_tax_id: null,
    billing_frequency_id: null,
    engagement_type: null,
    period_duration: null,
    parent_price_id: null,
    identifiers: noIdentifiers,
  },
};

/** The service as the specification describes it. */
export class Model {
  readonly principals = new Map<string, Principal>();
  now = '';
  /** Records on a page of a list; undefined if lists have no pages. */
  pageSize: number | undefined;

  /** Returns the expected response. `given` is the data of the actual response, for values that the service chooses. */
  respond(request: Request, given: unknown): Expected {
    try {
      const data = this.#run(request, given);
      const isPaged = Array.isArray(data) && this.pageSize !== undefined;
      const [start, end] = isPaged ? this.#page(request) : [0, Number.POSITIVE_INFINITY];
      const shown = Array.isArray(data) ? data.slice(start, end) : data;
      return {
        status: request.method === 'POST' ? 201 : 200,
        body: { success: true, data: shown },
        hasNext: Array.isArray(data) && end < data.length,
      };
    } catch (error) {
      if (error instanceof Rejection) return error.expected;
      throw error;
    }
  }

  #page({ page = 1 }: Request): [start: number, end: number] {
    const size = this.pageSize ?? 0;
    return [(page - 1) * size, page * size];
  }

  /** Adds a record that no endpoint creates. */
  add({ tables }: Workspace, kind: Kind, id: string, values: Values): void {
    tables[kind].set(id, { id, created_at: this.now, updated_at: this.now, values });
  }

  #run({ token, method, kind, id, query, body }: Request, given: unknown): unknown {
    const grant = this.principals.get(token);
    if (!grant) throw new Rejection(401, 'Invalid API token');
    if (!grant.may(`${kind}:${method === 'GET' ? 'read' : 'write'}`)) throw new Rejection(403, 'Forbidden');
    if (body) checkBody(`${method} ${kind}`, body);
    if (id !== undefined && !uuidPattern.test(id)) {
      throw new Rejection(400, `Invalid ${recordNames[kind].toLowerCase()} ID format`);
    }

    const { workspace } = grant;
    if (id === undefined) {
      return body ? this.#create(grant, kind, body, fieldsOf(given)) : this.#list(workspace, kind, query);
    }
    const row = find(workspace, kind, id);
    if (!row) throw new Rejection(404, `${recordNames[kind]} not found`);
    if (method === 'GET') return shown(workspace, kind, row, 'get');
    if (method === 'DELETE') return this.#deleteCategory(workspace, row);
    return this.#update(grant, kind, row, body ?? {});
  }

  #list(workspace: Workspace, kind: Kind, customer: string | undefined): unknown {
    if (customer !== undefined && !uuidPattern.test(customer)) {
      throw new Rejection(400, 'Validation error', ['customer_id']);
    }
    return [...workspace.tables[kind].values()]
      .filter(({ values }) => customer === undefined || of(values, 'customer_id') === customer)
      .map((row) => shown(workspace, kind, row, 'list'));
  }

  #create({ workspace, user }: Principal, kind: Kind, sent: Values, given: Values): unknown {
    const body = linkedOnce(sent);
    checkReferences(workspace, kind, body);
    const { tables } = workspace;
    const own = (name: string, values: Values) => ({ ...defaults[name], ...values });
    const make = (table: Kind, id: unknown, values: Values): Row => {
      const isNew = typeof id === 'string' && Object.values(tables).every((rows) => !rows.has(id));
      if (!isNew || !uuidPattern.test(id)) throw new Error(`not a new UUID: ${String(id)}`);
      const row = { id, created_at: this.now, updated_at: this.now, values };
      tables[table].set(id, row);
      return row;
    };

    if (kind === 'products') {
      const { recurrence_type, catalog_ids, category_ids, ...product } = nested(body);
      for (const table of ['product-parents', 'products'] as const) checkApiName(workspace, table, body);
      const shared = Object.fromEntries(
        ['api_name', 'name', 'reference', 'description', 'is_active'].flatMap((field) =>
          field in body ? [[field, of(body, field)]] : [],
        ),
      );
      const links = { recurrence_type, catalog_ids: catalog_ids ?? [], category_ids: category_ids ?? [] };
      const parent = make(
        'product-parents',
        of(given, 'product_parent_id'),
        own('product-parents', { ...shared, ...links }),
      );
      // The service chooses values that no request can send. The language has one form here and another in Get.
      const { language_id: _, recurrence_type: __, unit_per_pack: ___, ...chosen } = fieldsOf(of(given, 'settings'));
      const settings = { unit_per_pack: 1, ...chosen, ...fieldsOf(of(product, 'settings')) };
      const row = make('products', of(given, 'id'), {
        ...merge(fieldsOf(of(defaults, 'products')), { ...product, settings }),
        product_parent_id: parent.id,
        created_by: user,
        updated_by: user,
      });
      for (const [at, { id, currency }] of workspace.pricebooks.entries()) {
        const price = fieldsOf(fieldsOf(of(given, 'prices'))[at]);
        make(
          'prices',
          of(price, 'id'),
          own('prices', { product_id: row.id, pricebook_id: id, currency_id: currency.id }),
        );
      }
      return shown(workspace, kind, row, 'create');
    }

    const generated = kind === 'catalogs' && !('api_name' in body) ? { api_name: of(given, 'api_name') } : {};
    if (kind === 'catalogs') checkBody('POST catalogs', { name: '', ...generated });
    checkApiName(workspace, kind, { ...body, ...generated });
    return shown(workspace, kind, make(kind, of(given, 'id'), own(kind, { ...body, ...generated })), 'create');
  }

  #update({ workspace, user }: Principal, kind: Kind, row: Row, sent: Values): unknown {
    const body = linkedOnce(sent);
    checkReferences(workspace, kind, body, row);
    const { category_ids, ...changes } = nested(body);
    if (category_ids !== undefined) {
      const parent = parentOf(workspace, row);
      parent.values = { ...parent.values, category_ids };
      parent.updated_at = this.now;
    }
    row.values = merge(row.values, kind === 'products' ? { ...changes, updated_by: user } : changes);
    row.updated_at = this.now;
    return shown(workspace, kind, row, 'update');
  }

  #deleteCategory({ discounts }: Workspace, row: Row): unknown {
    const referenced = [...discounts.values()].some(({ active, categories }) => active && categories.includes(row.id));
    if (referenced) throw new Rejection(409, 'CATEGORY_REFERENCED_IN_DISCOUNT');
    row.deleted = true;
    return { id: row.id, deleted: true };
  }
}

function of(values: Values, field: string): unknown {
  return values[field];
}

function find({ tables }: Workspace, kind: Kind, id: unknown): Row | undefined {
  const row = typeof id === 'string' ? tables[kind].get(id) : undefined;
  return row?.deleted ? undefined : row;
}

function parentOf({ tables }: Workspace, { values }: Row): Row {
  const parent = tables['product-parents'].get(String(of(values, 'product_parent_id')));
  if (!parent) throw new Error('a product without its parent');
  return parent;
}

function checkBody(operation: string, body: Values): void {
  const rules = bodies[operation] ?? {};
  const missing = (required[operation] ?? []).filter((field) => !(field in body));
  const wrong = Object.entries(body).flatMap(([field, value]) => {
    const rule = rules[field];
    return rule ? rule(value).map((within) => field + within) : [field];
  });
  if (missing.length + wrong.length > 0) throw new Rejection(400, 'Validation error', [...missing, ...wrong]);
}

function checkReferences(workspace: Workspace, kind: Kind, body: Values, row?: Row): void {
  const broken = Object.entries(references).flatMap(([field, target]) => {
    const value = of(body, field);
    if (value === undefined || value === null) return [];
    const linked = field === 'category_ids' && row ? of(parentOf(workspace, row).values, field) : [];
    if (Array.isArray(value)) {
      const isLinked = (id: unknown) => Array.isArray(linked) && linked.includes(id);
      return value.flatMap((id, at) => (find(workspace, target, id) || isLinked(id) ? [] : [`${field}.${at}`]));
    }
    if (row && of(row.values, field) === value) return [];
    const closesCircle = hierarchies[kind] === field && row && reaches(workspace, kind, value, row.id);
    return find(workspace, target, value) && !closesCircle ? [] : [field];
  });
  if (broken.length > 0) throw new Rejection(400, 'Validation error', broken);
  const contact = kind === 'addresses' ? find(workspace, 'contacts', of(body, 'contact_id')) : undefined;
  const customer = of(body, 'customer_id') ?? of(row?.values ?? {}, 'customer_id');
  if (contact && of(contact.values, 'customer_id') !== customer)
    throw new Rejection(400, 'Validation error', ['contact_id']);
}

/** Whether a record is the other record, or a descendant of it. */
function reaches({ tables }: Workspace, kind: Kind, from: unknown, to: string): boolean {
  const field = hierarchies[kind] ?? '';
  for (let at = from; typeof at === 'string'; at = of(tables[kind].get(at)?.values ?? {}, field)) {
    if (at === to) return true;
  }
  return false;
}

function checkApiName({ tables }: Workspace, kind: Kind, body: Values): void {
  const name = of(body, 'api_name');
  const taken = [...tables[kind].values()].some(({ values }) => of(values, 'api_name') === name);
  if (name !== undefined && taken) throw new Rejection(409, 'api_name already exists', ['api_name']);
}

/** Nests the groups of a body: `shipping[weight]` in `shipping`. */
function nested(body: Values): Values {
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body)) {
    const [group = '', name] = key.split(/[[\]]/);
    result[group] = name === undefined ? value : { ...fieldsOf(result[group]), [name]: value };
  }
  return result;
}

const groups = ['shipping', 'inventory', 'identifiers', 'accounting', 'settings'];

/** Applies changes to values. The fields of a group are changed one by one. */
function merge(values: Values, changes: Values): Values {
  const inGroups = groups.flatMap((group) =>
    group in changes ? [[group, { ...Object(of(values, group)), ...Object(of(changes, group)) }]] : [],
  );
  return { ...values, ...changes, ...Object.fromEntries(inGroups) };
}

function idsWhere({ tables }: Workspace, kind: Kind, field: string, value: string): string[] {
  return [...tables[kind].values()].filter(({ values }) => of(values, field) === value).map(({ id }) => id);
}

/** Returns a record in the shape of a response. */
function shown(workspace: Workspace, kind: Kind, row: Row, shape: 'create' | 'list' | 'get' | 'update'): unknown {
  const { id, created_at, updated_at, values } = row;
  const all = { id, ...values, created_at, updated_at };
  const workspace_id = workspace.id;
  switch (kind) {
    case 'customers': {
      const links = {
        contact_ids: idsWhere(workspace, 'contacts', 'customer_id', id),
        address_ids: idsWhere(workspace, 'addresses', 'customer_id', id),
      };
      if (shape === 'create') return { ...all, workspace_id };
      return without({ ...all, workspace_id, ...links }, shape === 'list' ? 'tax_ids' : '');
    }
    case 'contacts':
      return { ...all, workspace_id, address_ids: idsWhere(workspace, 'addresses', 'contact_id', id) };
    case 'addresses':
      return shape === 'create' || shape === 'list' ? { ...all, workspace_id } : all;
    case 'categories':
      return { ...all, workspace_id };
    case 'product-parents': {
      const parent = without(all, 'category_ids');
      return shape === 'create'
        ? parent
        : { ...parent, product_ids: idsWhere(workspace, 'products', 'product_parent_id', id) };
    }
    case 'products':
      return shownProduct(workspace, row, shape);
    case 'prices':
      return enriched(workspace, all);
    default:
      return all;
  }
}

function shownProduct(workspace: Workspace, row: Row, shape: 'create' | 'list' | 'get' | 'update'): unknown {
  const { id, created_at, updated_at, values } = row;
  const parent = parentOf(workspace, row).values;
  const { created_by, updated_by, settings, ...rest } = { ...values };
  const links = (field: string, kind: Kind) =>
    Object.values(fieldsOf(of(parent, field))).map((linked) => {
      const found = workspace.tables[kind].get(String(linked));
      return { id: linked, api_name: of(found?.values ?? {}, 'api_name') };
    });
  const prices = workspace.pricebooks.map(({ id: pricebook_id, api_name: pricebook_api_name }) => {
    const [price] = [...workspace.tables.prices.values()].filter(
      (candidate) => of(candidate.values, 'product_id') === id && of(candidate.values, 'pricebook_id') === pricebook_id,
    );
    const pricing_model = of(price?.values ?? {}, 'pricing_model');
    const amount = pricing_model === 'flat' ? of(price?.values ?? {}, 'amount') : null;
    const entry = { id: price?.id, pricebook_id, pricebook_api_name };
    return shape === 'create' ? entry : { ...entry, pricing_model, amount };
  });
  const product = {
    ...rest,
    id,
    workspace_id: workspace.id,
    description: of(values, 'description_inherit_from_product') ? of(parent, 'description') : of(values, 'description'),
    parent_primary_image_id: null,
    prices,
    created_at,
    updated_at,
  };
  const recurrence_type = of(parent, 'recurrence_type');
  if (shape === 'create') {
    return {
      ...product,
      catalog_ids: of(parent, 'catalog_ids'),
      category_ids: of(parent, 'category_ids'),
      product_ids: [id],
      settings: { ...fieldsOf(settings), recurrence_type, language_id: 'the language' },
    };
  }
  const read = {
    ...product,
    catalogs: links('catalog_ids', 'catalogs'),
    categories: links('category_ids', 'categories'),
    settings: { ...fieldsOf(settings), recurrence_type, language_code: 'the language' },
  };
  return shape === 'get' ? { ...read, created_by, updated_by } : read;
}

function enriched(workspace: Workspace, price: Values): unknown {
  const valuesOf = (kind: Kind, id: unknown) => workspace.tables[kind].get(String(id))?.values ?? {};
  const pricebook = workspace.pricebooks.find(({ id }) => id === of(price, 'pricebook_id'));
  const tax = valuesOf('taxes', of(price, 'default_tax_id'));
  const frequency = valuesOf('frequencies', of(price, 'billing_frequency_id'));
  return {
    ...price,
    workspace_id: workspace.id,
    product_variant_name: of(valuesOf('products', of(price, 'product_id')), 'name'),
    pricebook_name: pricebook?.name,
    pricebook_type: pricebook?.type,
    currency_name: of(pricebook?.currency ?? {}, 'name'),
    currency_api_name: of(pricebook?.currency ?? {}, 'api_name'),
    default_tax_name: of(tax, 'name') ?? null,
    default_tax_rate: of(tax, 'rate') ?? null,
    default_tax_amount: of(tax, 'amount') ?? null,
    default_tax_is_percentage: of(tax, 'is_percentage') ?? null,
    billing_frequency_period: of(frequency, 'period') ?? null,
    billing_frequency_unit: of(frequency, 'unit') ?? null,
  };
}

function without(values: Values, field: string): Values {
  const { [field]: _, ...rest } = values;
  return rest;
}

/** Removes links that are given twice. */
function linkedOnce(body: Values): Values {
  return Object.fromEntries(
    Object.entries(body).map(([key, value]) => [
      key,
      key.endsWith('_ids') && Array.isArray(value) ? [...new Set(value)] : value,
    ]),
  );
}
