import {
  accept,
  type Body,
  type Check,
  type Fields,
  identifierFields,
  link,
  listOf,
  oneOf,
  text,
  title,
} from './checks.ts';
import { find } from './failure.ts';
import { type Json, ordered, present } from './present.ts';
import { type Context, own, type Row } from './world.ts';

const shownFields = ['workspace_id', 'name', 'type', 'segment_id', 'logo', 'id_crm', 'id_erp', 'id_accounting'];

const typeOf = (context: Context): Check => {
  const exact = oneOf('company', 'individual');
  if (context.bug('customer-type-wrong-accepted')) return text(context);
  if (!context.bug('customer-type-uppercase-accepted')) return exact;
  return (value) => exact(typeof value === 'string' ? value.toLowerCase() : value);
};

const logo =
  (context: Context): Check =>
  (value) => {
    if (context.variant('logo-validated') && !/^https?:\/\/\S+$/.test(String(value))) return 'must be a URL';
    return text(context)(value);
  };

const taxId: Check = (value) => {
  const entry = value as Json | null;
  if (typeof entry !== 'object' || entry === null) return 'must be an object';
  return typeof entry['tax'] === 'string' && typeof entry['tax_value'] === 'string'
    ? undefined
    : 'tax and tax_value are required';
};

const fieldsOf = (context: Context): Fields => ({
  name: { check: title(context), required: true },
  type: { check: typeOf(context), required: !context.bug('customer-type-not-required') },
  segment_id: { check: link(context), nullable: true },
  logo: { check: logo(context), nullable: true },
  tax_ids: { check: listOf(taxId, context.bug('customer-tax-ids-second-unchecked')) },
  ...identifierFields(context),
});

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function storedTaxIds(context: Context, value: unknown): unknown[] {
  const entries = (Array.isArray(value) ? value : []) as Json[];
  return (context.bug('customer-tax-ids-first-only') ? entries.slice(0, 1) : entries).map((entry) => ({
    tax: entry['tax'],
    tax_value: context.bug('customer-tax-value-uppercased')
      ? String(entry['tax_value']).toUpperCase()
      : entry['tax_value'],
  }));
}

function stored(context: Context, values: Body): Body {
  let name = String(values['name']);
  if (context.bug('customer-name-html-escaped')) name = name.replace(/[&<>"']/g, (letter) => escapes[letter] ?? '');
  if (context.bug('customer-name-ascii-only')) name = name.replace(/[\u0080-\uffff]/g, '?');
  const row: Body = { type: 'company', ...values, name, tax_ids: storedTaxIds(context, values['tax_ids']) };
  if (context.bug('customer-logo-lowercased') && row['logo']) row['logo'] = String(row['logo']).toLowerCase();
  if (context.bug('customer-logo-not-stored')) row['logo'] = null;
  if (context.bug('customer-segment-not-stored')) row['segment_id'] = null;
  if (context.bug('customer-erp-as-number') && /^\d+$/.test(String(row['id_erp']))) {
    row['id_erp'] = String(Number(row['id_erp']));
  }
  return row;
}

const idsOf = (context: Context, table: 'contacts' | 'addresses', customer: Row): string[] =>
  context.tables[table].filter((row) => row['customer_id'] === customer.id).map((row) => row.id);

function links(context: Context, row: Row): Json {
  const addresses = idsOf(context, 'addresses', row);
  return {
    contact_ids: idsOf(context, 'contacts', row),
    address_ids: context.bug('customer-address-ids-latest-only') ? addresses.slice(-1) : addresses,
  };
}

export function createCustomer(context: Context, _id: string, body: Body): Json {
  const values = accept(context, body, fieldsOf(context), { creating: true });
  const row = context.insert('customers', context.workspace, stored(context, values));
  const shown = { ...present(context, row, shownFields), tax_ids: row['tax_ids'] };
  return context.bug('customer-created-with-links') ? { ...shown, ...links(context, row) } : shown;
}

export function listCustomers(context: Context): Json[] {
  const rows = own(context, 'customers');
  return ordered(context, context.bug('customers-list-last-missing') ? rows.slice(0, -1) : rows).map((row) => {
    const shown: Json = { ...present(context, row, shownFields), ...links(context, row) };
    if (context.bug('customers-list-tax-ids')) shown['tax_ids'] = row['tax_ids'];
    if (context.bug('customers-list-no-address-ids')) delete shown['address_ids'];
    return shown;
  });
}

export function getCustomer(context: Context, id: string): Json {
  const row = find(context, 'customers', 'Customer', id, { foreign: context.bug('customer-read-foreign') });
  const shown: Json = { ...present(context, row, shownFields), tax_ids: row['tax_ids'], ...links(context, row) };
  if (context.bug('customer-get-no-tax-ids')) delete shown['tax_ids'];
  return shown;
}
