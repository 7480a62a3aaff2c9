import type { Json, Row, Tables } from './data.ts';
import type { Variants } from './variants.ts';

/** The records and choices that the shapes depend on. */
export interface ShapeContext {
  readonly tables: Tables;
  readonly variants: Variants;
  readonly hasBug: (name: 'shows amounts of all models' | 'shows no amount of flat prices') => boolean;
}

type Shape = (row: Row, context: ShapeContext) => Json;

/** The record that each operation returns. */
export const shapes: Readonly<Record<string, Shape>> = {
  'customers.create': (row, context) => omit(customer(row, context), 'contact_ids', 'address_ids'),
  'customers.list': (row, context) => omit(customer(row, context), 'tax_ids'),
  'customers.get': customer,
  'contacts.get': contact,
  'contacts.update': contact,
  'addresses.create': (row, context) => address(row, context, true),
  'addresses.list': (row, context) => address(row, context, true),
  'addresses.get': (row, context) => address(row, context, context.variants.addressWorkspace === 'always'),
  'addresses.update': (row, context) => address(row, context, context.variants.addressWorkspace === 'always'),
  'categories.get': category,
  'categories.update': category,
  'catalogs.create': catalog,
  'catalogs.get': catalog,
  'productParents.create': (row, context) => omit(parent(row, context), 'product_ids'),
  'productParents.list': parent,
  'productParents.getProduct': (row, context) =>
    context.variants.parentProduct === 'summary' ? { id: row.id, name: row['name'] } : product(row, context),
  'products.create': createdProduct,
  'products.get': product,
  'products.update': (row, context) =>
    context.variants.extraFields ? product(row, context) : omit(product(row, context), 'created_by', 'updated_by'),
  'prices.update': price,
};

function customer(row: Row, { tables }: ShapeContext): Json {
  return {
    ...row,
    contact_ids: idsWhere(tables.contacts, 'customer_id', row.id),
    address_ids: idsWhere(tables.addresses, 'customer_id', row.id),
  };
}

function contact(row: Row, { tables }: ShapeContext): Json {
  return { ...row, address_ids: idsWhere(tables.addresses, 'contact_id', row.id) };
}

function address(row: Row, _: ShapeContext, hasWorkspace: boolean): Json {
  return hasWorkspace ? { ...row } : omit(row, 'workspace_id');
}

function category(row: Row, { variants }: ShapeContext): Json {
  return row['deleted_at'] === null && variants.deletedAt === 'absent' ? omit(row, 'deleted_at') : { ...row };
}

function catalog(row: Row, { variants }: ShapeContext): Json {
  return withTexts(omit(row, 'workspace_id'), variants, 'reference', 'description');
}

function parent(row: Row, { tables, variants }: ShapeContext): Json {
  const record = { ...row, product_ids: idsWhere(tables.products, 'product_parent_id', row.id) };
  return withTexts(omit(record, 'workspace_id', 'category_ids'), variants, 'reference', 'description');
}

function product(row: Row, context: ShapeContext): Json {
  const { tables, variants } = context;
  const { catalog_ids, category_ids, product_ids: _, ...record } = createdProduct(row, context);
  const settings = { ...Object(record['settings']) };
  return {
    ...record,
    settings: renameKey(settings, 'language_id', 'language_code'),
    catalogs: linksTo(tables.catalogs, catalog_ids),
    categories: linksTo(tables.categories, category_ids),
    prices: tables.prices.filter((each) => each['product_id'] === row.id).map((each) => priceEntry(each, context)),
    created_by: row['created_by'],
    updated_by: row['updated_by'],
    ...(variants.extraFields && { revision: 3 }),
  };
}

function createdProduct(row: Row, { tables, variants }: ShapeContext): Json {
  const owner = tables.parents.find(({ id }) => id === row['product_parent_id']);
  const inherits = row['description_inherit_from_product'] === true && variants.inheritedDescription === 'parent';
  const settings = group(row, 'settings', variants);
  const record = {
    ...Object.fromEntries(Object.entries(row).filter(([key]) => !key.includes('['))),
    name: displayName(row, variants),
    description: (inherits ? owner : row)?.['description'] ?? null,
    catalog_ids: owner?.['catalog_ids'],
    category_ids: owner?.['category_ids'],
    product_ids: idsWhere(tables.products, 'product_parent_id', row['product_parent_id']),
    settings: { ...renameKey(settings, 'language_code', 'language_id'), recurrence_type: owner?.['recurrence_type'] },
    shipping: group(row, 'shipping'),
    inventory: group(row, 'inventory', variants),
    identifiers: group(row, 'identifiers', variants),
    accounting: group(row, 'accounting', variants),
    prices: tables.prices
      .filter((each) => each['product_id'] === row.id)
      .map((each) => omit(priceLink(each, tables), 'pricing_model', 'amount')),
  };
  return withTexts(omit(record, 'created_by', 'updated_by'), variants, 'reference', 'description');
}

/** The display name combines the name of the parent and the options of the variant. */
function displayName(row: Row, { productName }: Variants): unknown {
  const isCombined = productName === 'combined' && Array.isArray(row['options']) && row['options'].length === 0;
  return isCombined ? `${String(row['name'])} (standard)` : row['name'];
}

function priceLink(row: Row, tables: Tables): Json {
  const pricebook = tables.pricebooks.find(({ id }) => id === row['pricebook_id']);
  return { id: row.id, pricebook_id: row['pricebook_id'], pricebook_api_name: pricebook?.['api_name'] };
}

function priceEntry(row: Row, { tables, variants, hasBug }: ShapeContext): Json {
  const unset = variants.unsetAmount === 'zero' ? 0 : null;
  const isShown = row['pricing_model'] === 'flat' || hasBug('shows amounts of all models');
  const amount = isShown && !hasBug('shows no amount of flat prices') ? (row['amount'] ?? unset) : null;
  return { ...priceLink(row, tables), pricing_model: row['pricing_model'], amount };
}

/** The fields of a price that only some models have. */
const fieldsOfModels: Readonly<Record<string, string>> = {
  percent: 'percent',
  price_percentage_type: 'percent',
  cost: 'cost_based',
  cost_multiplier: 'cost_based',
  volume_tiers: 'volume',
  graduated_tiers: 'graduated',
  amount: 'flat',
};

function price(row: Row, { tables, variants }: ShapeContext): Json {
  const pricebook = tables.pricebooks.find(({ id }) => id === row['pricebook_id']);
  const owner = tables.products.find(({ id }) => id === row['product_id']);
  const record: Json = {
    ...Object.fromEntries(Object.entries(row).filter(([key]) => !key.includes('['))),
    identifiers: group(row, 'identifiers', variants),
    product_variant_name: owner && displayName(owner, variants),
    pricebook_name: pricebook?.['name'],
    pricebook_type: pricebook?.['type'],
    currency_name: 'Norwegian krone',
    currency_api_name: 'nok',
  };
  if (variants.modelFields === 'of the model') {
    for (const [field, model] of Object.entries(fieldsOfModels)) {
      if (row['pricing_model'] !== model) record[field] = null;
    }
  }
  if (record['amount'] === null && variants.unsetAmount === 'zero') record['amount'] = 0;
  if (record['amount'] === null && variants.unsetAmount === 'missing') delete record['amount'];
  const enriched = ['default_tax_name', 'default_tax_rate', 'default_tax_amount', 'default_tax_is_percentage'];
  if (variants.enrichedTax === 'missing') return record;
  for (const field of [...enriched, 'billing_frequency_period', 'billing_frequency_unit']) record[field] = null;
  return record;
}

function group(row: Row, name: string, variants?: Variants): Json {
  const members = Object.entries(row).flatMap(([key, value]) => {
    const member = key.startsWith(`${name}[`) ? key.slice(name.length + 1, -1) : undefined;
    return member === undefined ? [] : [[member, value] as const];
  });
  const record = Object.fromEntries(members);
  return variants ? withTexts(record, variants, ...Object.keys(record)) : record;
}

/** Shows texts that were never set. */
function withTexts(record: Json, { unsetText }: Variants, ...fields: readonly string[]): Json {
  const unset = fields.filter((field) => record[field] === null);
  if (unsetText === 'missing') return omit(record, ...unset);
  return unsetText === 'null' ? record : { ...record, ...Object.fromEntries(unset.map((field) => [field, ''])) };
}

function linksTo(rows: readonly Row[], ids: unknown): Json[] {
  const list: unknown[] = Array.isArray(ids) ? ids : [];
  return list.map((id) => ({ id, api_name: rows.find((row) => row.id === id)?.['api_name'] }));
}

function idsWhere(rows: readonly Row[], field: string, value: unknown): string[] {
  return rows.filter((row) => row[field] === value).map(({ id }) => id);
}

function omit(record: Json, ...fields: readonly string[]): Json {
  return Object.fromEntries(Object.entries(record).filter(([key]) => !fields.includes(key)));
}

function renameKey(record: Json, from: string, to: string): Json {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key === from ? to : key, value]));
}
