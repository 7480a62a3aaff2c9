import type { BodyField } from './body-fields.ts';
import { isEquivalent } from './compare-values.ts';

/**
 * Returns valid values that a careless server changes: empty and falsy values, fractions, leading zeros, markup,
 * letters beyond ASCII, and each value of an enum. They have the form in which a server would store them.
 *
 * @param unique Makes values unique that a server may require to be so. The digits are six.
 */
export function edgeValues(
  field: BodyField,
  unique: { readonly name: string; readonly digits: string },
): readonly unknown[] {
  const { key, type, values, isRequired } = field;
  switch (type) {
    case 'string':
      return textValues(key, isRequired).map((value) =>
        value.replaceAll('{name}', unique.name).replaceAll('#', unique.digits),
      );
    case 'number':
      return numberValues[key] ?? [1.25, 0, 123456.78];
    case 'boolean':
      return [false, true];
    case 'url':
      return ['https://example.com/A%20b.svg?x=1&y=2'];
    case 'email':
      return [`o'neill+tag.${unique.digits}@example.com`];
    case 'enum':
      return values;
    case 'enums':
      return [values, values.slice(-1), []];
    case 'uuid':
    case 'uuids':
    case 'other':
      return [];
  }
}

const prose = [
  'Zoë & Søn’s "A" <b>1</b> – Łódź \\ 100 %',
  '0',
  `Two lines:\nfor a text that is longer than those which a careless server cuts off, ${'for example after 255 characters, '.repeat(6)}`.trim(),
  '',
];

const names = ["{name} Zoë & Søn's <b>", '{name} with a name that is longer than fifty characters'];

const texts: Readonly<Record<string, readonly string[]>> = {
  name: names,
  first_name: ['Zoë', "Anne-Marie d'", 'Łucja'],
  last_name: ["O'Neill & Søn", 'Ødegård', 'Null'],
  address_line1: ['Straße 1 & 2', 'Rue de l’Été 0', '#'],
  city: ['São Paulo', "L'Aquila", 'Łódź'],
  postal_code: ['01067', 'SW1A 1AA', '00-950'],
  country: ['US', 'BR', 'JP', 'NO'],
  phone: ['+390612345'],
  description: prose,
  comment: prose,
  reference: ['R/#&Ä', '0', '00#', ''],
  address_line2: ['c/o Zoë & Søn', '0', 'Gate <7>', ''],
  state: ['Île-de-France', '0', 'NRW & more', ''],
  'inventory[sku]': ['Sku-0#', '00#', 'sku.#_a'],
  'accounting[ledger_account]': ['0#', '00#'],
  'shipping[weight_unit]': ['lbs', 'kg'],
  'shipping[length_unit]': ['in', 'cm'],
  'shipping[country_of_origin]': ['US', 'BR'],
  'shipping[harmonized_system_code]': ['0101.21', '010121'],
};

/** Texts of the external ids. */
const ids = ['Ab-#/Ö&1', '00#', '0', ''];

function textValues(key: string, isRequired: boolean): readonly string[] {
  const values = texts[key] ?? (/^id_|^identifiers\[/.test(key) ? ids : prose);
  return isRequired ? values.filter((value) => value !== '') : values;
}

const numberValues: Readonly<Record<string, readonly number[]>> = {
  amount: [19.99, 0.5, 123456.78],
  cost_multiplier: [1.25, 0.5],
  percent: [12.5],
  period_duration: [1, 36],
  'settings[unit_per_pack]': [144, 2.5],
};

/** Whether a stored value is one that was sent. A server may store an empty text as none, and tidy up white space. */
export function isKept(stored: unknown, sent: unknown): boolean {
  if (isEquivalent(stored, sent)) return true;
  if (sent === '') return stored === null || stored === undefined;
  return typeof sent === 'string' && typeof stored === 'string' && tidy(stored) === tidy(sent);
}

function tidy(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
