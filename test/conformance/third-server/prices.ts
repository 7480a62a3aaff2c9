import { accept, array, type Body, boolean, type Check, type Fields, link, number, oneOf, text } from './checks.ts';
import { anywhere, find } from './failure.ts';
import { type Json, present, update } from './present.ts';
import { shownIdentifiers } from './products.ts';
import type { Context, Row } from './world.ts';

const links = ['product_id', 'pricebook_id', 'currency_id'];
const plain = [
  'pricing_model',
  'amount',
  'volume_tiers',
  'is_volume_grid_displayed',
  'graduated_tiers',
  'is_graduated_grid_displayed',
  'percent',
  'price_percentage_type',
  'cost_multiplier',
  'cost',
  'floor_price',
  'is_setup',
  'is_pay_as_you_go',
  'default_tax_id',
  'billing_frequency_id',
  'engagement_type',
  'period_duration',
  'parent_price_id',
  'workspace_id',
];
const flags = ['is_volume_grid_displayed', 'is_graduated_grid_displayed', 'is_setup', 'is_pay_as_you_go'];

const amount =
  (context: Context): Check =>
  (value) => {
    if (typeof value !== 'number') return 'must be a number';
    const allowed =
      value > 0 ||
      (value < 0 && context.bug('price-amount-negative')) ||
      (value === 0 && context.bug('price-amount-zero'));
    return allowed ? undefined : 'must be a positive number';
  };

const percent =
  (context: Context): Check =>
  (value) => {
    if (typeof value !== 'number') return 'must be a number';
    if (value === 0 && context.bug('price-percent-zero-rejected')) return 'is required';
    if (value === 100 && context.bug('price-percent-hundred-rejected')) return 'must be below 100';
    const high = value > 100 && !context.bug('price-percent-above');
    const low = value < 0 && !context.bug('price-percent-below');
    return high || low ? 'must be from 0 to 100' : undefined;
  };

function fieldsOf(context: Context): Fields {
  const nullableNumber = { check: number, nullable: true };
  const known = (bug: Parameters<Context['bug']>[0], ...values: string[]): Check =>
    context.bug(bug) ? text(context) : oneOf(...values);
  const models = ['flat', 'volume', 'graduated', 'percent', 'cost_based', 'none'];
  const fields: Fields = {
    pricing_model: { check: known('price-model-wrong-accepted', ...models) },
    amount: { check: amount(context) },
    volume_tiers: { check: array, nullable: true },
    graduated_tiers: { check: array, nullable: true },
    ...Object.fromEntries(flags.map((name) => [name, { check: boolean }])),
    percent: { check: percent(context), nullable: true },
    price_percentage_type: {
      check: known('price-scope-wrong-accepted', 'all', 'product_type', 'product'),
      nullable: true,
    },
    cost_multiplier: nullableNumber,
    cost: nullableNumber,
    floor_price: nullableNumber,
    default_tax_id: { check: link(context), nullable: true },
    billing_frequency_id: { check: link(context), nullable: true },
    engagement_type: { check: known('price-engagement-wrong-accepted', 'forever', 'fixed_period'), nullable: true },
    period_duration: nullableNumber,
    parent_price_id: { check: link(context, 'prices'), nullable: true },
  };
  for (const name of ['crm', 'erp', 'accounting']) {
    fields[`identifiers[${name}]`] = { check: text(context), nullable: true };
  }
  return context.bug('price-pricebook-changed') ? { ...fields, pricebook_id: { check: text(context) } } : fields;
}

function enriched(context: Context, row: Row): Json {
  const lookup = (id: unknown): Row | undefined => context.tables.lookups.find((other) => other.id === id);
  const product = context.tables.products.find((other) => other.id === row['product_id']);
  const book = lookup(row['pricebook_id']);
  const currency = lookup(row['currency_id']);
  const tax = lookup(row['default_tax_id']);
  const frequency = lookup(row['billing_frequency_id']);
  const all: Json = {
    product_variant_name: product?.['name'],
    pricebook_name: book?.['name'],
    pricebook_type: book?.['type'],
    currency_name: currency?.['name'],
    currency_api_name: currency?.['api_name'],
    default_tax_name: tax?.['name'],
    default_tax_rate: tax?.['rate'],
    default_tax_amount: tax?.['amount'],
    default_tax_is_percentage: tax?.['is_percentage'],
    billing_frequency_period: frequency?.['period'],
    billing_frequency_unit: frequency?.['unit'],
  };
  const absent = context.variant('enriched-absent');
  return Object.fromEntries(
    Object.entries(all).flatMap(([name, value]) => (value === undefined && absent ? [] : [[name, value ?? null]])),
  );
}

function shownPrice(context: Context, row: Row): Json {
  const shown = present(context, row, [...links, ...plain]);
  for (const flag of flags) shown[flag] = row[flag] ?? false;
  const identifiers = { crm: null, erp: null, accounting: null, ...(row['identifiers'] as Json | undefined) };
  shown['identifiers'] = shownIdentifiers(context, identifiers);
  if (context.bug('price-amount-as-text')) shown['amount'] = String(row['amount']);
  return context.bug('price-not-enriched') ? shown : { ...shown, ...enriched(context, row) };
}

function merged(context: Context, row: Row, values: Body): Body {
  const change: Body = {};
  const sent: Json = {};
  for (const [key, value] of Object.entries(values)) {
    if (key.startsWith('identifiers[')) sent[key.slice('identifiers['.length, -1)] = value;
    else change[key] = value;
  }
  if (context.bug('price-identifiers-ignored')) delete sent['erp'];
  if (Object.keys(sent).length > 0) {
    const old = context.bug('price-identifiers-reset') ? {} : (row['identifiers'] as Json | undefined);
    change['identifiers'] = { ...old, ...sent };
  }
  return change;
}

function stored(context: Context, row: Row, values: Body): Body {
  const change = merged(context, row, values);
  const round = (name: string, to: (value: number) => unknown): void => {
    if (typeof change[name] === 'number') change[name] = to(change[name]);
  };
  if (context.bug('price-amount-rounded')) round('amount', (value) => Math.round(value * 100) / 100);
  if (context.bug('price-cost-as-integer')) round('cost', Math.trunc);
  if (context.bug('price-floor-zero-null')) round('floor_price', (value) => value || null);
  if (context.bug('price-false-ignored') && change['is_setup'] === false) delete change['is_setup'];
  if (context.bug('price-tiers-first-only') && Array.isArray(change['volume_tiers'])) {
    change['volume_tiers'] = change['volume_tiers'].slice(0, 1);
  }
  if (context.bug('price-patch-clears-flags')) change['is_pay_as_you_go'] ??= false;
  if (context.bug('price-frequency-not-stored')) delete change['billing_frequency_id'];
  if (context.bug('price-period-null-ignored') && change['period_duration'] === null) delete change['period_duration'];
  return change;
}

export function patchPrice(context: Context, id: string, body: Body): Json {
  if (context.bug('price-patch-creates') && !anywhere(context, 'prices', id)) {
    const model = context.tables.prices.find((row) => row.workspace_id === context.workspace);
    const { id: _id, created_at: _created, updated_at: _updated, ...copy } = model ?? { id: '' };
    context.insert('prices', context.workspace, { ...copy, id });
  }
  const row = find(context, 'prices', 'Price', id, { foreign: context.bug('price-patch-foreign') });
  const values = accept(context, body, fieldsOf(context), { immutable: links });
  row['first_amount'] ??= row['amount'];
  update(context, row, stored(context, row, values));
  return shownPrice(context, row);
}
