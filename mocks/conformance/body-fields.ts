import { type FieldDescription, type FieldKind, fieldsOf } from '../../src/contract/describe-schema.ts';
import { findOperation, type OperationName } from '../../src/contract/operations.ts';

/** A field of a request body. */
export interface BodyField {
  /** The key on the wire: `name`, `shipping[weight]`. */
  readonly key: string;
  readonly isRequired: boolean;
  readonly isNullable: boolean;
  readonly type: 'string' | 'number' | 'boolean' | 'uuid' | 'uuids' | 'url' | 'email' | 'enum' | 'enums' | 'other';
  /** The values of an enum. */
  readonly values: readonly string[];
}

/** Returns the fields of an operation's body, groups as bracketed keys. */
export function bodyFieldsOf(operation: OperationName): BodyField[] {
  const { body } = findOperation(operation);
  return body ? flatten(fieldsOf(body), (name) => name) : [];
}

function flatten(fields: Readonly<Record<string, FieldDescription>>, keyOf: (name: string) => string): BodyField[] {
  return Object.entries(fields).flatMap(([name, { kind, isRequired, isNullable }]) =>
    kind.type === 'group'
      ? flatten(kind.fields, (member) => `${keyOf(name)}[${member}]`)
      : [{ key: keyOf(name), isRequired, isNullable, ...typeOf(kind) }],
  );
}

function typeOf(kind: FieldKind): Pick<BodyField, 'type' | 'values'> {
  switch (kind.type) {
    case 'text':
      return { type: textTypes[kind.format ?? ''] ?? 'string', values: [] };
    case 'number':
    case 'boolean':
      return { type: kind.type, values: [] };
    case 'enum':
      return { type: 'enum', values: kind.values.map(String) };
    case 'list': {
      const { type, values } = typeOf(kind.element.kind);
      if (type === 'enum') return { type: 'enums', values };
      return { type: type === 'uuid' ? 'uuids' : 'other', values: [] };
    }
    default:
      return { type: 'other', values: [] };
  }
}

const textTypes: Readonly<Record<string, BodyField['type']>> = { guid: 'uuid', url: 'url', email: 'email' };

/**
 * Returns two valid values of a field, so that one differs from the current value. Returns nothing for fields whose
 * valid values depend on records of the server.
 *
 * @param unique Makes values unique that a server may require to be so, for example SKUs. It has six digits.
 */
export function sampleValues(
  { key, type, values }: BodyField,
  unique = '100000',
): readonly [unknown, unknown] | undefined {
  switch (type) {
    case 'string':
      return fillSamples(textSamples[key] ?? [`conformance ${key} a`, `conformance ${key} b`], unique);
    case 'number':
      return [12, 24];
    case 'boolean':
      return [true, false];
    case 'url':
      return ['https://example.com/a.svg', 'https://example.com/b.svg'];
    case 'email':
      return [`ada.${unique}@example.com`, `grace.${unique}@example.com`];
    case 'enum':
      return [values[0], values[1]];
    case 'enums':
      return [values.slice(0, 2), values.slice(1, 2)];
    case 'uuid':
    case 'uuids':
    case 'other':
      return undefined;
  }
}

function fillSamples([one, two]: readonly [string, string], unique: string): readonly [string, string] {
  return [one.replace('#', unique), two.replace('#', unique)];
}

/** Samples of texts. # is the place of a unique number. Values have the form in which a server would store them. */
const textSamples: Readonly<Record<string, readonly [string, string]>> = {
  first_name: ['Ada', 'Grace'],
  last_name: ['Berg', 'Holm'],
  address_line1: ['Lindenweg 4', 'Marktplatz 12'],
  address_line2: ['Gate 7', 'Floor 2'],
  city: ['Hamburg', 'Bremen'],
  state: ['Bavaria', 'Saxony'],
  country: ['FR', 'SE'],
  postal_code: ['75001', '11120'],
  comment: ['Before noon', 'After noon'],
  description: ['A desk for two', 'A desk for four'],
  'shipping[weight_unit]': ['kg', 'lbs'],
  'shipping[length_unit]': ['cm', 'in'],
  'shipping[country_of_origin]': ['FR', 'SE'],
  name: ['conformance-# a', 'conformance-# b'],
  reference: ['R-#-1', 'R-#-2'],
  phone: ['+49301#1', '+49301#2'],
  id_crm: ['CRM-#-1', 'CRM-#-2'],
  id_erp: ['ERP-#-1', 'ERP-#-2'],
  id_accounting: ['ACC-#-1', 'ACC-#-2'],
  'identifiers[crm]': ['CRM-#-1', 'CRM-#-2'],
  'identifiers[erp]': ['ERP-#-1', 'ERP-#-2'],
  'identifiers[accounting]': ['ACC-#-1', 'ACC-#-2'],
  'inventory[sku]': ['SKU-#-1', 'SKU-#-2'],
  'accounting[ledger_account]': ['4#1', '4#2'],
  'shipping[harmonized_system_code]': ['94#', '95#'],
};

/** Returns a value that the specification rules out for a field, if it rules out any. */
export function invalidValue({ type }: BodyField): unknown {
  if (type === 'enum') return 'conformance';
  if (type === 'enums') return ['conformance'];
  if (type === 'uuid') return 'not-a-uuid';
  return undefined;
}
