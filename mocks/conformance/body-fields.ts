import * as z from 'zod/mini';
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
  return body ? fieldsOf(body, (name) => name) : [];
}

function fieldsOf(schema: z.ZodMiniObject, keyOf: (name: string) => string): BodyField[] {
  return Object.entries(schema.shape).flatMap(([name, field]) => {
    const isRequired = !(field instanceof z.ZodMiniOptional);
    const given = field instanceof z.ZodMiniOptional ? field.def.innerType : field;
    const isNullable = given instanceof z.ZodMiniNullable;
    const inner: unknown = given instanceof z.ZodMiniNullable ? given.def.innerType : given;
    if (inner instanceof z.ZodMiniObject) return fieldsOf(inner, (member) => `${keyOf(name)}[${member}]`);
    return [{ key: keyOf(name), isRequired, isNullable, ...typeOf(inner) }];
  });
}

function typeOf(schema: unknown): Pick<BodyField, 'type' | 'values'> {
  if (schema instanceof z.ZodMiniEnum) return { type: 'enum', values: schema.options.map(String) };
  if (schema instanceof z.ZodMiniGUID) return { type: 'uuid', values: [] };
  if (schema instanceof z.ZodMiniURL) return { type: 'url', values: [] };
  if (schema instanceof z.ZodMiniEmail) return { type: 'email', values: [] };
  if (schema instanceof z.ZodMiniString) return { type: 'string', values: [] };
  if (schema instanceof z.ZodMiniNumber) return { type: 'number', values: [] };
  if (schema instanceof z.ZodMiniBoolean) return { type: 'boolean', values: [] };
  if (schema instanceof z.ZodMiniArray) {
    const element = typeOf(schema.def.element);
    if (element.type === 'enum') return { type: 'enums', values: element.values };
    if (element.type === 'uuid') return { type: 'uuids', values: [] };
  }
  return { type: 'other', values: [] };
}

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
