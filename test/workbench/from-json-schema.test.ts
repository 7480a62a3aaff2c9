import { expect, test } from 'vitest';
import * as z from 'zod';
import { fieldsFromJsonSchema } from '../../mocks/workbench/schema-form/from-json-schema.ts';
import { describeSchema, fieldsOf } from '../../src/contract/describe-schema.ts';

test('describes the fields of a JSON Schema like those of the contract', () => {
  const row = z.object({
    name: z.string().min(1),
    owner: z.uuid().nullable(),
    stars: z.int().optional(),
    isOpen: z.boolean().default(false),
    kind: z.enum(['call', 'visit']),
    size: z.object({ width: z.number() }),
    tags: z.array(z.string()),
    either: z.union([z.string(), z.number()]),
    data: z.record(z.string(), z.string()),
  });
  const fields = fieldsFromJsonSchema({ ...z.toJSONSchema(row, { io: 'input' }) }, true);
  const described = Object.entries(fields).map(([name, field]) => {
    const { kind, isRequired, isNullable } = describeSchema(field);
    return `${name}${isRequired ? '' : '?'}: ${kind.type}${isNullable ? ' | null' : ''}`;
  });
  expect(described).toEqual([
    'name: text',
    'owner: text | null',
    'stars?: number',
    'isOpen: boolean',
    'kind: enum',
    'size: group',
    'tags: list',
    'either: json',
    'data: json',
  ]);
});

test('a field with a default can be omitted in a body, but a stored object has it', () => {
  const body = z.object({ role: z.string().default('buyer'), place: z.object({ floor: z.int().default(0) }) });
  const isRequired = (isStored: boolean) => {
    const { role, place } = fieldsOf(
      z.looseObject(fieldsFromJsonSchema(z.toJSONSchema(body, { io: 'input' }), isStored)),
    );
    const inner = place?.kind.type === 'group' ? place.kind.fields['floor'] : undefined;
    return [role?.isRequired, inner?.isRequired];
  };
  expect(isRequired(false)).toEqual([false, false]);
  expect(isRequired(true)).toEqual([true, true]);
});

test.each([
  {},
  { properties: null },
  { properties: { a: true }, required: 'a' },
  { properties: { a: { anyOf: [null] } } },
])('reads %j without an error', (schema) => {
  for (const field of Object.values(fieldsFromJsonSchema(schema, true)))
    expect(describeSchema(field).kind.type).toBe('json');
});
