import { accept, type Body, boolean, type Fields, identifierFields, invalid, oneOf, text, title } from './checks.ts';
import { Failure, find } from './failure.ts';
import { type Json, ordered, present, texts } from './present.ts';
import { type Context, own, type Row, strings } from './world.ts';

const shownFields = ['name', 'api_name', 'reference', 'description', 'is_active', 'id_crm', 'id_erp', 'id_accounting'];

export function generatedName(context: Context, name: unknown): string {
  const base = String(name)
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
  return `${base || 'unnamed'}${context.variant('api-name-with-suffix') ? `_${context.newId().slice(0, 6)}` : ''}`;
}

export const snakeCase = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(value) ? undefined : 'must be in snake_case';

const commonFields = (context: Context): Fields => ({
  reference: { check: text(context) },
  description: { check: text(context) },
  is_active: { check: boolean },
  ...identifierFields(context),
});

const shownCatalog = (context: Context, row: Row): Json =>
  texts(context, row, ['reference', 'description'], present(context, row, shownFields));

export function createCatalog(context: Context, _id: string, body: Body): Json {
  const fields: Fields = {
    name: { check: title(context), required: !context.bug('catalog-name-not-required') },
    api_name: { check: snakeCase },
    ...commonFields(context),
  };
  const values = accept(context, body, fields, { creating: true });
  const taken = own(context, 'catalogs').some((row) => row['api_name'] === values['api_name']);
  if (context.variant('catalog-api-name-unique') && taken) {
    throw invalid([{ path: 'api_name', message: 'is already taken' }]);
  }
  values['name'] ??= 'Catalog';
  values['is_active'] ??= !context.bug('catalog-default-inactive');
  if (context.bug('catalog-inactive-ignored')) values['is_active'] ||= true;
  if (context.bug('catalog-reference-not-stored')) delete values['reference'];
  const generated = context.bug('catalog-api-name-not-generated') ? null : generatedName(context, values['name']);
  values['api_name'] =
    context.bug('catalog-api-name-overridden') || values['api_name'] === undefined ? generated : values['api_name'];
  const row = context.insert('catalogs', context.workspace, values);
  if (context.bug('catalog-id-no-uuid')) row.id = `cat_${row.id.slice(0, 8)}`;
  return shownCatalog(context, row);
}

export function getCatalog(context: Context, id: string): Json {
  // The cache of checked ids is keyed by the id as sent.
  const foreign = context.bug('catalog-foreign-uppercase') && id !== id.toLowerCase();
  const shown = shownCatalog(context, find(context, 'catalogs', 'Catalog', id, { foreign }));
  if (context.bug('catalog-accounting-not-returned')) shown['id_accounting'] = null;
  return shown;
}

const recurrence = oneOf('one_off', 'recurring');

/** Throws when another product parent has the name. */
export function requireFreeName(context: Context, name: unknown): void {
  const taken = own(context, 'parents').some((row) => row['api_name'] === name);
  if (!taken || context.bug('parent-api-name-twice')) return;
  if (context.variant('duplicate-409')) throw new Failure(409, 'Conflict');
  throw invalid([{ path: 'api_name', message: 'is already taken' }], context.variant('validation-422') ? 422 : 400);
}

export function createParent(context: Context, _id: string, body: Body): Json {
  const fields: Fields = {
    name: { check: title(context), required: true },
    api_name: { check: context.bug('parent-api-name-kebab') ? text(context, 1) : snakeCase, required: true },
    recurrence_type: {
      check: context.bug('parent-recurrence-wrong-accepted') ? text(context) : recurrence,
      required: !context.bug('parent-recurrence-not-required'),
    },
    ...commonFields(context),
  };
  const values = accept(context, body, fields, { creating: true });
  requireFreeName(context, values['api_name']);
  values['is_active'] ??= true;
  if (context.bug('parent-inactive-ignored')) values['is_active'] ||= true;
  if (context.bug('parent-crm-not-stored')) values['id_crm'] = null;
  const row = context.insert('parents', context.workspace, {
    recurrence_type: 'one_off',
    catalog_ids: [],
    category_ids: [],
    ...values,
  });
  return shownParent(context, row);
}

const shownParent = (context: Context, row: Row): Json =>
  texts(context, row, ['reference', 'description'], {
    ...present(context, row, [...shownFields, 'recurrence_type']),
    catalog_ids: strings(row['catalog_ids']),
  });

export function listParents(context: Context): unknown {
  const all = context.bug('parents-list-foreign') ? context.tables.parents : own(context, 'parents');
  const rows = all.filter((row) => row['is_active'] || !context.bug('parents-list-inactive-hidden'));
  const shown = ordered(context, rows).flatMap((row) => {
    const products = context.tables.products.filter((product) => product['product_parent_id'] === row.id);
    const catalogs = strings(row['catalog_ids']);
    const parent = {
      ...shownParent(context, row),
      catalog_ids: context.bug('parents-list-catalogs-first-only') ? catalogs.slice(0, 1) : catalogs,
      product_ids: context.bug('parents-list-no-products') ? [] : products.map((product) => product.id),
    };
    // A join without DISTINCT.
    return context.bug('parents-list-twice') && catalogs.length > 1 ? catalogs.map(() => parent) : [parent];
  });
  return context.bug('parents-list-wrapped') ? { items: shown } : shown;
}
