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
 */
export function sampleValues({ key, type, values }: BodyField): readonly [unknown, unknown] | undefined {
  switch (type) {
    case 'string':
      return textSamples[key] ?? [`conformance ${key} a`, `conformance ${key} b`];
    case 'number':
      return [12, 24];
    case 'boolean':
      return [true, false];
    case 'url':
      return ['https://example.com/a.svg', 'https://example.com/b.svg'];
    case 'email':
      return ['a@conformance.example', 'b@conformance.example'];
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

const textSamples: Readonly<Record<string, readonly [string, string]>> = {
  country: ['FR', 'SE'],
  postal_code: ['75001', '11120'],
  'shipping[weight_unit]': ['kg', 'lbs'],
  'shipping[length_unit]': ['cm', 'in'],
  'shipping[country_of_origin]': ['FR', 'SE'],
};

/** Returns a value that the specification rules out for a field, if it rules out any. */
export function invalidValue({ type }: BodyField): unknown {
  if (type === 'enum') return 'conformance';
  if (type === 'enums') return ['conformance'];
  if (type === 'uuid') return 'not-a-uuid';
  return undefined;
}
