import type { SeedRows } from '../seed/seed.ts';
import { isObject } from '../shared/json.ts';
import { omit } from '../store/fields.ts';
import { metadata, tableNames } from '../store/metadata.ts';
import type { PulledRecord, Resource } from './copy-record.ts';
import type { PulledWorkspace } from './read-workspace.ts';
import { type Placeholders, SeedTables } from './seed-tables.ts';

/** A seed, and a description of its placeholders. */
export interface PulledSeed {
  readonly rows: SeedRows;
  readonly placeholders: readonly Placeholders[];
}

/**
 * Creates a seed. Each row refers only to rows above it, or to those of tables that are filled before, as a seed
 * requires.
 */
export function buildSeed(workspace: PulledWorkspace): PulledSeed {
  const tables = new SeedTables();
  addCustomers(tables, workspace);
  addCategories(tables, workspace);
  const { records } = workspace;
  addRecords(tables, 'catalogs', workspace, linksOf(records.products.values(), 'catalogs'));
  addRecords(tables, 'paymentTerms', workspace);
  addProducts(tables, workspace);
  const rows = tableNames.map((name) => [name, tables.rows(name)] as const).filter(([, list]) => list.length > 0);
  const hasPrices = tables.rows('pricebooks').length > 0;
  return {
    // Their values were validated, which TypeScript cannot know.
    rows: Object.fromEntries(rows) as SeedRows,
    placeholders: [...(hasPrices ? unseenValues : []), ...tables.placeholders()],
  };
}

/** The only currency of the seed, because no operation shows the currency of a price. */
const currency = { id: '00000000-0000-4000-8000-000063757272', name: 'Placeholder', api_name: 'placeholder' };

/** The columns of a price that a product shows. */
const shownOfPrice = ['id', 'workspace_id', 'product_id', 'pricebook_id', 'pricing_model', 'amount'];

const reason = 'No operation of the specification shows these values.';

const unseenValues: readonly Placeholders[] = [
  { table: 'currencies', reason },
  { table: 'pricebooks', fields: ['name', 'type', 'currency_id'], reason },
  { table: 'prices', fields: metadata.prices.columns.filter((name) => !shownOfPrice.includes(name)), reason },
];

/** A reference that shows the `api_name` of its target. */
interface Link extends PulledRecord {
  readonly id: string;
  readonly api_name: unknown;
}

/** Adds the records of a resource, and placeholders for those that the service does not return. */
function addRecords(
  tables: SeedTables,
  resource: Resource,
  { records, missing }: PulledWorkspace,
  links: ReadonlyMap<string, Link> = new Map(),
): void {
  for (const record of records[resource].values()) tables.add(resource, record);
  for (const id of missing[resource]) {
    if (!records[resource].has(id)) tables.addMissing(resource, id, links.get(id));
  }
}

function addCustomers(tables: SeedTables, workspace: PulledWorkspace): void {
  const { records, missing } = workspace;
  addRecords(tables, 'customers', workspace);
  // A listed customer that has disappeared since.
  for (const id of missing.customers) if (records.customers.has(id)) tables.mark('customers', id, ['tax_ids']);

  const customerOf = ownersOf(records.customers, 'contact_ids');
  for (const address of records.addresses.values()) {
    const [contact] = idsIn(address['contact_id']);
    const [customer] = idsIn(address['customer_id']);
    if (contact && customer && !customerOf.has(contact)) customerOf.set(contact, customer);
  }
  for (const [id, contact] of records.contacts) {
    for (const customer of idsIn(contact['customer_id'])) customerOf.set(id, customer);
    tables.add('contacts', { ...contact, customer_id: customerOf.get(id) });
  }
  for (const id of missing.contacts) {
    const customer_id = customerOf.get(id);
    if (customer_id !== undefined) tables.addMissing('contacts', id, { customer_id });
  }

  for (const [id, address] of records.addresses) {
    const [customer] = idsIn(address['customer_id']);
    const isConsistent = idsIn(address['contact_id']).every((contact) => customerOf.get(contact) === customer);
    tables.add('addresses', isConsistent ? address : { ...address, contact_id: null });
    if (!isConsistent) tables.mark('addresses', id, ['contact_id']);
  }
  const addressCustomers = ownersOf(records.customers, 'address_ids');
  const addressContacts = ownersOf(records.contacts, 'address_ids');
  for (const id of missing.addresses) {
    const contact_id = addressContacts.get(id) ?? null;
    const customer_id = contact_id === null ? addressCustomers.get(id) : customerOf.get(contact_id);
    if (customer_id !== undefined) tables.addMissing('addresses', id, { customer_id, contact_id });
  }
}

/**
 * Adds parents before their children. A deleted category leaves its `api_name` to another one that has it too. In the
 * seed, it is not deleted: a pull finds it by references, and no new row may refer to a deleted one.
 */
function addCategories(tables: SeedTables, { records, missing }: PulledWorkspace): void {
  const links = linksOf(records.products.values(), 'categories');
  const isDeleted = (category: PulledRecord) => typeof category['deleted_at'] === 'string';
  const live = [...records.categories.values()].filter((category) => !isDeleted(category));
  const taken = new Set(live.map((category) => category['api_name']));
  const withoutTaken = (category: PulledRecord) =>
    taken.has(category['api_name']) ? omit(category, 'api_name') : category;
  for (const id of missing.categories) tables.addMissing('categories', id, withoutTaken(links.get(id) ?? {}));
  const added = new Set(missing.categories);
  let open = [...records.categories];
  while (open.length > 0) {
    const ready = open.filter(([, category]) => idsIn(category['parent_category_id']).every((id) => added.has(id)));
    const [[id, category] = ['', {}]] = open;
    if (ready.length === 0) {
      // The service has changed between two calls, so that a category seems to be its own ancestor.
      tables.mark('categories', id, ['parent_category_id']);
      ready.push([id, { ...category, parent_category_id: null }]);
    }
    for (const [readyId, record] of ready) {
      tables.add('categories', isDeleted(record) ? omit(withoutTaken(record), 'deleted_at') : record);
      if (isDeleted(record)) tables.mark('categories', readyId, ['deleted_at']);
      added.add(readyId);
    }
    open = open.filter(([openId]) => !added.has(openId));
  }
}

function addProducts(tables: SeedTables, { records, missing }: PulledWorkspace): void {
  const parentOf = ownersOf(records.productParents, 'product_ids');
  for (const [id, product] of records.products) {
    for (const parent of idsIn(product['product_parent_id'])) parentOf.set(id, parent);
  }
  const products = new Map<string | undefined, (readonly [id: string, PulledRecord | undefined])[]>();
  for (const id of [...records.products.keys(), ...missing.products]) {
    const parent = parentOf.get(id);
    const variants = products.get(parent) ?? [];
    variants.push([id, records.products.get(id)]);
    products.set(parent, variants);
  }
  for (const id of [...records.productParents.keys(), ...missing.productParents]) {
    const variants = (products.get(id) ?? []).flatMap(([, product]) => (product ? [product] : []));
    // Only products show the categories and the image of their parent.
    const shown = {
      category_ids: [...linksOf(variants, 'categories').keys()],
      primary_image_id: variants[0]?.['parent_primary_image_id'],
    };
    const parent = records.productParents.get(id);
    if (parent) tables.add('productParents', { ...parent, ...shown });
    else tables.addMissing('productParents', id, { ...shown, catalog_ids: [...linksOf(variants, 'catalogs').keys()] });
  }
  for (const [parent, variants] of products) addVariants(tables, parent, variants);
}

/** Adds the products of a parent, the default product first. */
function addVariants(
  tables: SeedTables,
  product_parent_id: string | undefined,
  variants: readonly (readonly [string, PulledRecord | undefined])[],
): void {
  const defaultId = (variants.find(([, product]) => product?.['is_default'] === true) ?? variants[0])?.[0];
  const ordered = variants.toSorted(([a], [b]) => Number(b === defaultId) - Number(a === defaultId));
  for (const [id, product] of ordered) {
    const fixed = { product_parent_id, is_default: id === defaultId };
    if (!product) {
      tables.addMissing('products', id, fixed);
      continue;
    }
    const settings = isObject(product['settings']) ? { ...product['settings'] } : {};
    // It is that of the parent.
    Reflect.deleteProperty(settings, 'recurrence_type');
    tables.add('products', { ...product, ...fixed, settings });
    if (product['is_default'] !== fixed.is_default) tables.mark('products', id, ['is_default']);
    addPrices(tables, id, product);
  }
}

/** Adds the prices of a product, and the pricebooks that they reveal. */
function addPrices(tables: SeedTables, product_id: string, product: PulledRecord): void {
  const pricebooks = new Set<string>();
  const prices = Array.isArray(product['prices']) ? product['prices'].filter(isObject) : [];
  for (const { id, pricebook_id, pricebook_api_name, pricing_model, amount } of prices) {
    const [pricebook] = idsIn(pricebook_id);
    if (idsIn(id).length === 0 || pricebook === undefined || pricebooks.has(pricebook)) {
      // The mock has one price of a product in a pricebook.
      tables.mark('products', product_id, ['prices']);
      continue;
    }
    pricebooks.add(pricebook);
    if (tables.rows('currencies').length === 0) tables.add('currencies', currency);
    if (!tables.has('pricebooks', pricebook)) {
      const name = `Placeholder ${String(pricebook_api_name)}`;
      tables.add('pricebooks', { id: pricebook, name, api_name: pricebook_api_name, currency_id: currency.id });
    }
    tables.add('prices', {
      id,
      product_id,
      pricebook_id: pricebook,
      currency_id: currency.id,
      pricing_model,
      // 0 stands for an amount that was never set.
      amount: amount === 0 ? null : amount,
    });
  }
}

/** Returns the ids of a field in lower case. */
function idsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(idsIn);
  return typeof value === 'string' ? [value.toLowerCase()] : [];
}

/** Returns the record that lists each id. */
function ownersOf(records: ReadonlyMap<string, PulledRecord>, field: string): Map<string, string> {
  return new Map([...records].flatMap(([owner, record]) => idsIn(record[field]).map((id) => [id, owner] as const)));
}

/** Returns the targets that records link to, by their ids. */
function linksOf(records: Iterable<PulledRecord>, field: string): Map<string, Link> {
  const links = [...records].flatMap((record) => (Array.isArray(record[field]) ? record[field] : [])).filter(isObject);
  return new Map(links.flatMap(({ id, api_name }) => idsIn(id).map((each) => [each, { id: each, api_name }] as const)));
}
