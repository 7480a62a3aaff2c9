import {
  accept,
  type Body,
  type Check,
  type Fields,
  identifierFields,
  invalid,
  oneOf,
  reference,
  text,
  title,
} from './checks.ts';
import { find, isUuid, notFound } from './failure.ts';
import { type Json, ordered, present, update } from './present.ts';
import { type Context, own, type Row } from './world.ts';

const optionalTexts = ['name', 'address_line2', 'state', 'comment'];
const shownFields = [
  'customer_id',
  'type',
  'name',
  'address_line1',
  'address_line2',
  'city',
  'state',
  'postal_code',
  'country',
  'contact_id',
  'comment',
  'id_crm',
  'id_erp',
  'id_accounting',
];

const country =
  (context: Context): Check =>
  (value) => {
    const pattern = context.bug('address-country-any-letters') ? /^[A-Za-z]{2,3}$/ : /^[A-Z]{2}$/;
    return pattern.test(String(value)) ? undefined : 'must be an ISO 3166-1 alpha-2 code';
  };

function customer(context: Context): Check {
  const known = reference(context, 'customers', 'Customer', context.bug('address-foreign-customer'));
  return (value) => (context.bug('address-customer-id-unchecked') && !isUuid(value) ? undefined : known(value));
}

function fieldsOf(context: Context, creating: boolean): Fields {
  const type = oneOf('billing', 'shipping');
  const fields: Fields = {
    type: {
      check: !creating && context.bug('address-type-unchecked-in-patch') ? text(context) : type,
      required: true,
    },
    address_line1: { check: title(context), required: true },
    city: { check: title(context), required: true },
    postal_code: { check: title(context), required: true },
    country: { check: country(context), required: !context.bug('address-country-not-required') },
    contact_id: { check: reference(context, 'contacts', 'Contact'), nullable: true },
    ...Object.fromEntries(optionalTexts.map((name) => [name, { check: text(context), nullable: true }])),
    ...identifierFields(context),
  };
  return creating || context.bug('address-customer-changed')
    ? { customer_id: { check: customer(context), required: true }, ...fields }
    : fields;
}

function stored(context: Context, values: Body, creating: boolean): Body {
  const row = { ...values };
  const change = (name: string, to: (value: string) => unknown): void => {
    if (typeof row[name] === 'string') row[name] = to(row[name]);
  };
  if (creating && context.bug('address-city-latin-only'))
    change('city', (city) => city.replace(/[\u0100-\uffff]/g, ''));
  if (creating && context.bug('address-line-spaces-collapsed')) {
    change('address_line1', (line) => line.replace(/ +/g, ' '));
  }
  if (creating && context.bug('address-postal-code-as-number')) {
    change('postal_code', (code) => (/^\d+$/.test(code) ? String(Number(code)) : code));
  }
  if (!creating && context.bug('address-country-lowercased')) change('country', (code) => code.toLowerCase());
  if (creating && context.bug('address-comment-not-stored')) row['comment'] = null;
  if (creating && context.bug('address-contact-not-stored')) row['contact_id'] = null;
  if (!creating && context.bug('address-null-as-text') && row['state'] === null) row['state'] = String(row['state']);
  if (!creating && context.bug('address-patch-replaces')) for (const name of optionalTexts) row[name] ??= null;
  return row;
}

const shownAddress = (context: Context, row: Row, workspace: boolean): Json =>
  present(
    context,
    row,
    workspace || !context.variant('address-read-without-workspace') ? ['workspace_id', ...shownFields] : shownFields,
  );

export function createAddress(context: Context, _id: string, body: Body): Json {
  const values = accept(context, body, fieldsOf(context, true), { creating: true }, (valid) => {
    if (!context.bug('address-rejected-created')) return;
    const rest = { customer_id: null, type: 'billing', address_line1: '', city: '', postal_code: '', country: 'DE' };
    context.insert('addresses', context.workspace, { ...rest, ...valid });
  });
  const row = context.insert('addresses', context.workspace, { country: 'DE', ...stored(context, values, true) });
  return shownAddress(context, row, true);
}

function filtered(context: Context, id: string): Row[] {
  if (context.variant('filter-malformed-400') && !isUuid(id)) {
    throw invalid([{ path: 'customer_id', message: 'must be a valid UUID' }]);
  }
  const known = own(context, 'customers').some((row) => row.id === id.toLowerCase());
  if (context.variant('filter-unknown-404') && !known) throw notFound(context, 'Customer');
  const all = context.bug('addresses-filter-foreign') ? context.tables.addresses : own(context, 'addresses');
  const rows = all.filter((row) => row['customer_id'] === id.toLowerCase());
  if (context.bug('addresses-filter-unknown-all') && rows.length === 0) return own(context, 'addresses');
  return context.bug('addresses-filter-last-missing') ? rows.slice(0, -1) : rows;
}

export function listAddresses(context: Context): Json[] {
  const id = context.query.get('customer_id');
  const rows =
    id === null || context.bug('addresses-filter-ignored') ? own(context, 'addresses') : filtered(context, id);
  const kept = context.bug('addresses-list-first-missing') && id === null ? rows.slice(1) : rows;
  return ordered(context, kept).map((row) => shownAddress(context, row, true));
}

export function getAddress(context: Context, id: string): Json {
  return shownAddress(context, find(context, 'addresses', 'Address', id), false);
}

export function patchAddress(context: Context, id: string, body: Body): Json {
  const row = find(context, 'addresses', 'Address', id);
  const values = accept(context, body, fieldsOf(context, false), { immutable: ['customer_id'] });
  update(context, row, stored(context, values, false));
  return shownAddress(context, row, false);
}
