import { snakeCase } from './catalogs.ts';
import {
  accept,
  anything,
  type Body,
  boolean,
  type Check,
  type Fields,
  invalid,
  link,
  listOf,
  number,
  oneOf,
  reference,
  text,
} from './checks.ts';
import type { Context, Row } from './world.ts';

/** The keys with brackets and what they contain. */
export const groups = {
  inventory: { sku: 'text' },
  settings: { unit_per_pack: 'number' },
  accounting: { ledger_account: 'text' },
  identifiers: { crm: 'text', erp: 'text', accounting: 'text' },
  shipping: {
    weight: 'number',
    height: 'number',
    length: 'number',
    width: 'number',
    weight_unit: 'text',
    length_unit: 'text',
    country_of_origin: 'text',
    harmonized_system_code: 'text',
  },
} as const;

function groupFields(context: Context): Fields {
  const fields: Fields = {};
  for (const [group, members] of Object.entries(groups)) {
    for (const [member, kind] of Object.entries(members)) {
      const loose = context.bug('product-number-as-text') && member === 'height';
      const check: Check = loose ? anything : kind === 'number' ? number : text(context);
      fields[`${group}[${member}]`] = { check, nullable: group !== 'settings' };
    }
  }
  return fields;
}

const category = (context: Context): Check =>
  reference(context, 'categories', 'Category', context.bug('product-foreign-category'));

const name = (context: Context, bug: 'product-name-one-accepted' | 'product-name-one-accepted-in-patch'): Check =>
  text(context, context.bug(bug) ? 1 : 2);

export function acceptCreation(context: Context, body: Body, rescue: () => void): Body {
  const fields: Fields = {
    name: { check: name(context, 'product-name-one-accepted'), required: true },
    api_name: { check: snakeCase, required: true },
    recurrence_type: {
      check: context.bug('product-recurrence-wrong-accepted') ? text(context) : oneOf('one_off', 'recurring'),
      required: true,
    },
    reference: { check: text(context) },
    description: { check: text(context) },
    is_active: { check: boolean },
    catalog_ids: { check: listOf(reference(context, 'catalogs', 'Catalog')) },
    category_ids: { check: listOf(category(context)) },
    ...groupFields(context),
  };
  return accept(context, body, fields, { creating: true }, rescue);
}

const readOnly = [
  'id',
  'workspace_id',
  'product_parent_id',
  'is_default',
  'parent_primary_image_id',
  'catalogs',
  'categories',
  'options',
  'prices',
  'created_at',
  'updated_at',
  'created_by',
  'updated_by',
];
const creationOnly = ['api_name', 'recurrence_type', 'catalog_ids'];

function ignoredFields(context: Context, body: Body): string[] {
  const ignored: string[] = [];
  if (context.bug('product-patch-api-name-ignored')) ignored.push('api_name');
  if (context.bug('product-patch-read-only-ignored')) ignored.push(...readOnly);
  if (context.bug('product-patch-unknown-ignored')) {
    ignored.push(...Object.keys(body).filter((key) => !readOnly.includes(key) && !creationOnly.includes(key)));
  }
  return ignored;
}

export function acceptPatch(context: Context, row: Row, body: Body, rescue: (values: Body) => void): Body {
  const fields: Fields = {
    name: { check: name(context, 'product-name-one-accepted-in-patch') },
    description: { check: text(context) },
    reference: { check: text(context) },
    description_inherit_from_product: { check: boolean },
    primary_image_inherit_from_product: { check: boolean },
    is_active: { check: boolean },
    category_ids: { check: listOf(category(context)) },
    primary_image_id: { check: link(context), nullable: true },
    ...(context.bug('product-brackets-unknown') ? {} : groupFields(context)),
  };
  const ignored = ignoredFields(context, body);
  const values = accept(context, body, fields, { strict: true, ignored }, rescue);
  if (context.bug('product-name-two-rejected') && String(values['name'] ?? row['name']).length <= 2) {
    throw invalid([{ path: 'name', message: 'must have at least 2 characters' }]);
  }
  return values;
}
