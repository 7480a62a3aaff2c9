import { generatedName, requireFreeName } from './catalogs.ts';
import type { Body } from './checks.ts';
import { find } from './failure.ts';
import { type Json, present, texts, update } from './present.ts';
import { acceptCreation, acceptPatch, groups } from './product-fields.ts';
import { type Context, type Row, strings } from './world.ts';

type Group = keyof typeof groups;

const groupNames = Object.keys(groups) as Group[];
const scalars = [
  'product_parent_id',
  'workspace_id',
  'name',
  'api_name',
  'reference',
  'description',
  'description_inherit_from_product',
  'primary_image_inherit_from_product',
  'is_active',
  'is_default',
];

const objectOf = (value: unknown): Json => ({ ...(value as Json) });

const emptyGroup = (group: Group): Json =>
  Object.fromEntries(Object.keys(groups[group]).map((member) => [member, null]));

const parentOf = (context: Context, row: Row): Row | undefined =>
  context.tables.parents.find((parent) => parent.id === row['product_parent_id']);

export function shownIdentifiers(context: Context, value: unknown): Json {
  const entries = Object.entries(objectOf(value));
  if (context.variant('identifiers-absent')) return Object.fromEntries(entries.filter(([, text]) => text !== null));
  return Object.fromEntries(
    entries.map(([name, text]) => [name, text ?? (context.variant('identifiers-empty') ? '' : null)]),
  );
}

function settings(context: Context, row: Row, language: 'language_id' | 'language_code'): Json {
  const { language_code: code, ...rest } = objectOf(row['settings']);
  const constant = context.bug('product-recurrence-constant');
  return {
    ...rest,
    [language]: language === 'language_code' ? code : '5d1c3c52-6f0e-4d6a-9f5b-0d9a5f6f7c11',
    recurrence_type: constant ? 'one_off' : parentOf(context, row)?.['recurrence_type'],
  };
}

function shownPrices(context: Context, row: Row, withAmount: boolean): Json[] {
  const prices = context.tables.prices.filter((price) => price['product_id'] === row.id);
  return prices.map((price) => {
    const book = context.tables.lookups.find((lookup) => lookup.id === price['pricebook_id']);
    const entry: Json = {
      id: price.id,
      pricebook_id: price['pricebook_id'],
      pricebook_api_name: book?.['api_name'] ?? 'standard',
    };
    if (!withAmount) return entry;
    const shown = price['pricing_model'] === 'flat' || context.bug('price-amount-shown-unless-flat');
    const amount = context.bug('price-stale-in-product') ? (price['first_amount'] ?? price['amount']) : price['amount'];
    return { ...entry, pricing_model: price['pricing_model'], amount: shown ? amount : null };
  });
}

function base(context: Context, row: Row): Json {
  const shown = texts(context, row, ['reference', 'description'], present(context, row, scalars));
  const options = (row['options'] ?? []) as Json[];
  if (context.variant('name-with-options') && options.length > 0) {
    const values = options.map((option) => option['value_name']).join(', ');
    shown['name'] = `${row['name']} (${values})`;
  }
  return {
    ...shown,
    shipping: row['shipping'],
    inventory: row['inventory'],
    identifiers: shownIdentifiers(context, row['identifiers']),
    accounting: row['accounting'],
    primary_image_id: row['primary_image_id'] ?? null,
    parent_primary_image_id: parentOf(context, row)?.['primary_image_id'] ?? null,
    options,
  };
}

function linked(context: Context, row: Row, table: 'catalogs' | 'categories'): Json[] {
  const ids = strings(parentOf(context, row)?.[table === 'catalogs' ? 'catalog_ids' : 'category_ids']);
  return ids.map((id) => ({
    id,
    api_name: context.tables[table].find((other) => other.id === id.toLowerCase())?.['api_name'],
  }));
}

function readShape(context: Context, row: Row, withUsers: boolean): Json {
  const shown: Json = {
    ...base(context, row),
    catalogs: linked(context, row, 'catalogs'),
    categories: linked(context, row, 'categories'),
    settings: settings(context, row, context.bug('product-get-language-id') ? 'language_id' : 'language_code'),
    prices: shownPrices(context, row, true),
  };
  return withUsers || context.variant('created-by-everywhere')
    ? { ...shown, created_by: 'user_1', updated_by: 'user_1' }
    : shown;
}

function createShape(context: Context, row: Row): Json {
  if (context.bug('product-create-as-read')) return readShape(context, row, false);
  const parent = parentOf(context, row);
  return {
    ...base(context, row),
    catalog_ids: strings(parent?.['catalog_ids']),
    category_ids: strings(parent?.['category_ids']),
    product_ids: [row.id],
    settings: settings(context, row, 'language_id'),
    prices: shownPrices(context, row, false),
  };
}

/** The links as they are stored. */
function links(context: Context, value: unknown): string[] {
  const ids = context.variant('duplicates-removed') ? [...new Set(strings(value))] : strings(value);
  return context.variant('links-sorted') ? ids.toSorted() : ids;
}

const isZero = (value: unknown): boolean => value === 0;

/** Writes the keys with brackets to the groups of the row. */
function writeGroups(context: Context, row: Row, values: Body, creating: boolean): void {
  for (const group of groupNames) {
    const sent = Object.entries(values).filter(([key]) => key.startsWith(`${group}[`));
    if (sent.length === 0) continue;
    const reset =
      !creating &&
      ((group === 'identifiers' && context.bug('product-identifiers-reset')) ||
        (group === 'shipping' && context.bug('product-shipping-reset')));
    const members = reset ? emptyGroup(group) : objectOf(row[group]);
    for (const [key, value] of sent) members[memberOf(context, key, creating)] = stored(context, key, value, creating);
    row[group] = members;
    if (group === 'inventory' && !creating && context.bug('product-sku-resets-ledger')) {
      row['accounting'] = emptyGroup('accounting');
    }
  }
}

function memberOf(context: Context, key: string, creating: boolean): string {
  const member = key.slice(key.indexOf('[') + 1, -1);
  if (creating && context.bug('product-width-is-height')) {
    if (member === 'width') return 'height';
    if (member === 'height') return 'width';
  }
  return member === 'length_unit' && !creating && context.bug('product-length-unit-in-weight-unit')
    ? 'weight_unit'
    : member;
}

function stored(context: Context, key: string, value: unknown, creating: boolean): unknown {
  if (!creating && key === 'shipping[weight]' && context.bug('product-weight-zero-null') && isZero(value)) return null;
  if (creating && key === 'settings[unit_per_pack]' && context.bug('product-pack-as-integer')) {
    return Math.trunc(Number(value));
  }
  return value;
}

const withoutGroups = (values: Body): Body =>
  Object.fromEntries(Object.entries(values).filter(([key]) => !key.includes('[')));

export const emptyProduct = (context: Context): Json => {
  const units = context.variant('shipping-defaults') ? { weight_unit: 'kg', length_unit: 'cm' } : {};
  return {
    description_inherit_from_product: false,
    primary_image_inherit_from_product: false,
    is_active: true,
    is_default: !context.bug('product-not-default'),
    settings: {
      unit_per_pack: 1,
      product_type: 'good',
      unit_of_measure: 'piece',
      language_code: context.variant('language-de') ? 'de' : 'en',
    },
    shipping: { ...emptyGroup('shipping'), ...units },
    inventory: emptyGroup('inventory'),
    identifiers: emptyGroup('identifiers'),
    accounting: emptyGroup('accounting'),
    primary_image_id: null,
    options: [],
  };
};

function insertParent(context: Context, values: Body): Row {
  const [first, ...others] = links(context, values['catalog_ids']);
  const [category, ...categories] = links(context, values['category_ids']);
  const of = (head: string | undefined, rest: string[]): string[] => (head === undefined ? [] : [head, ...rest]);
  return context.insert('parents', context.workspace, {
    name: values['name'],
    api_name: values['api_name'],
    recurrence_type: values['recurrence_type'],
    reference: values['reference'],
    description: values['description'],
    is_active: values['is_active'] ?? true,
    catalog_ids: of(first, context.bug('product-catalogs-first-only') ? [] : others),
    category_ids: of(category, context.bug('product-categories-first-only') ? [] : categories),
  });
}

export function createProduct(context: Context, _id: string, body: Body): Json {
  const values = acceptCreation(context, body, () => {
    if (!context.bug('product-rejected-leaves-parent')) return;
    const name = typeof body['name'] === 'string' ? body['name'] : 'Unnamed';
    const rest = { recurrence_type: 'one_off', api_name: generatedName(context, `${name} ${context.newId()}`) };
    insertParent(context, { ...rest, name });
  });
  requireFreeName(context, values['api_name']);
  if (context.bug('product-inactive-ignored')) values['is_active'] ||= true;
  const parent = insertParent(context, values);
  const { catalog_ids: _catalogs, category_ids: _categories, recurrence_type: _type, ...scalarValues } = values;
  const row = context.insert('products', context.workspace, {
    ...emptyProduct(context),
    ...withoutGroups(scalarValues),
    product_parent_id: parent.id,
  });
  if (context.bug('product-ledger-not-stored')) delete values['accounting[ledger_account]'];
  const shipping = row['shipping'];
  writeGroups(context, row, values, true);
  if (context.bug('product-brackets-ignored')) row['shipping'] = shipping;
  if (context.variant('default-price')) insertDefaultPrice(context, row);
  return createShape(context, row);
}

function insertDefaultPrice(context: Context, row: Row): void {
  const of = (kind: string): string | undefined =>
    context.tables.lookups.find((lookup) => lookup['kind'] === kind && lookup.workspace_id === row.workspace_id)?.id;
  context.insert('prices', row.workspace_id, {
    product_id: row.id,
    pricebook_id: of('pricebook'),
    currency_id: of('currency'),
    pricing_model: 'none',
    amount: 0,
  });
}

export function getProduct(context: Context, id: string): Json {
  return readShape(context, find(context, 'products', 'Product', id), true);
}

function write(context: Context, row: Row, values: Body): void {
  const parent = parentOf(context, row);
  const ids = values['category_ids'] as string[] | undefined;
  if (ids && parent && !(context.bug('product-categories-empty-ignored') && ids.length === 0)) {
    const old = context.bug('product-categories-added') ? strings(parent['category_ids']) : [];
    parent['category_ids'] = [...old, ...links(context, ids).filter((id) => !old.includes(id))];
  }
  const { category_ids: _ids, ...rest } = withoutGroups(values);
  if (context.bug('product-description-cut') && 'description' in rest) {
    rest['description'] = String(rest['description']).slice(0, 255);
  }
  if (context.bug('product-patch-activates')) rest['is_active'] ??= true;
  if (context.bug('product-patch-drops-image')) rest['primary_image_id'] ??= null;
  if (context.bug('product-image-null-ignored') && rest['primary_image_id'] === null) delete rest['primary_image_id'];
  if (context.bug('product-inherit-not-stored')) delete rest['description_inherit_from_product'];
  const code = 'shipping[harmonized_system_code]';
  const { [code]: _code, ...uncoded } = values;
  writeGroups(context, row, context.bug('product-customs-code-not-stored') ? uncoded : values, false);
  update(context, row, rest);
}

export function patchProduct(context: Context, id: string, body: Body): Json {
  const row = find(context, 'products', 'Product', id);
  const before = readShape(context, row, false);
  const values = acceptPatch(context, row, body, (valid) => {
    if (context.bug('product-rejected-partly')) write(context, row, valid);
  });
  write(context, row, values);
  const shown = readShape(context, row, false);
  if (context.bug('product-updated-at-old')) shown['updated_at'] = before['updated_at'];
  if (context.bug('product-patch-no-prices')) delete shown['prices'];
  return shown;
}
