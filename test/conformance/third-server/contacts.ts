import { accept, type Body, type Check, type Fields, identifierFields, listOf, oneOf, text, title } from './checks.ts';
import { find } from './failure.ts';
import { type Json, present, update } from './present.ts';
import { type Context, type Row, strings } from './world.ts';

const shownFields = [
  'workspace_id',
  'customer_id',
  'first_name',
  'last_name',
  'email',
  'phone',
  'role',
  'id_crm',
  'id_erp',
  'id_accounting',
];

const email =
  (context: Context): Check =>
  (value) => {
    if (context.variant('email-validated') && !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(String(value))) {
      return 'must be an e-mail address';
    }
    return text(context)(value);
  };

function roles(context: Context): Check {
  const role = context.bug('contact-role-wrong-accepted')
    ? text(context)
    : oneOf('buyer', 'signer', 'billing', 'shipping', 'legal', 'admin');
  return listOf(role, context.bug('contact-role-first-checked'));
}

function fieldsOf(context: Context): Fields {
  const fields: Fields = {
    first_name: { check: title(context) },
    last_name: { check: title(context) },
    email: { check: email(context) },
    phone: { check: text(context), nullable: true },
    role: { check: roles(context) },
    ...identifierFields(context),
  };
  return context.bug('contact-customer-changed') ? { ...fields, customer_id: { check: text(context) } } : fields;
}

function shownContact(context: Context, row: Row): Json {
  const addresses = context.tables.addresses.filter((address) => address['contact_id'] === row.id);
  return {
    ...present(context, row, shownFields),
    address_ids: context.bug('contact-address-ids-empty') ? [] : addresses.map((address) => address.id),
  };
}

function stored(context: Context, values: Body): Body {
  const row = { ...values };
  if (context.bug('contact-name-trimmed')) {
    for (const name of ['first_name', 'last_name']) if (name in row) row[name] = String(row[name]).trim();
  }
  if (context.bug('contact-email-lowercased') && 'email' in row) row['email'] = String(row['email']).toLowerCase();
  if ('role' in row) {
    let role = strings(row['role']);
    if (context.bug('contact-role-first-only')) role = role.slice(0, 1);
    if (context.variant('duplicates-removed')) role = [...new Set(role)];
    row['role'] = role;
    if (context.bug('contact-role-empty-ignored') && role.length === 0) delete row['role'];
  }
  const identifiers = ['id_crm', 'id_erp', 'id_accounting'];
  if (context.bug('contact-crm-resets-others') && identifiers.some((name) => name in row)) {
    for (const name of identifiers) row[name] ??= null;
  }
  if (context.bug('contact-phone-null-ignored') && row['phone'] === null) delete row['phone'];
  return row;
}

export function getContact(context: Context, id: string): Json | null {
  if (context.bug('contact-unknown-null') && !context.tables.contacts.some((row) => row.id === id)) return null;
  return shownContact(context, find(context, 'contacts', 'Contact', id));
}

export function patchContact(context: Context, id: string, body: Body): Json {
  const row = find(context, 'contacts', 'Contact', id, { foreign: context.bug('contact-patch-foreign') });
  const values = accept(context, body, fieldsOf(context), { immutable: ['customer_id'] }, (valid) => {
    if (context.bug('contact-rejected-partly')) update(context, row, stored(context, valid));
  });
  update(context, row, stored(context, values));
  if (context.bug('contact-created-at-changed')) row.created_at = row.updated_at;
  return context.bug('contact-patch-answers-body') ? { id: row.id, ...values } : shownContact(context, row);
}
