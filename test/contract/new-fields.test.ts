/**
 * Names the files that lack a field of the contract, before other tests fail with longer reasons. "Adding a field" in
 * CONTRIBUTING.md says what to write there.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { specifiedSentences } from '../../docs/generate/specified-sentences.ts';
import { findSentence } from '../../mocks/conformance/specification/sentences.ts';
import { describeSchema, type FieldDescription } from '../../src/contract/describe-schema.ts';
import { operations as endpoints, type OperationName } from '../../src/contract/operations.ts';
import * as records from '../client/records.ts';
import { bodies } from '../conformance/second-server/bodies.ts';
import { createTables, emptyExternalIds, newProduct } from '../conformance/second-server/data.ts';
import { shapes } from '../conformance/second-server/shapes.ts';
import { plain } from '../conformance/second-server/variants.ts';
import { operations } from './specification.ts';

/** Returns the names of the fields of a record, or of the records of a list: `name`, `shipping[weight]`. */
function namesOf({ kind }: FieldDescription): string[] {
  if (kind.type === 'list') return namesOf(kind.element);
  if (kind.type !== 'group' || kind.isOpen) return [];
  return Object.entries(kind.fields).flatMap(([name, field]) => {
    const members = field.kind.type === 'group' ? namesOf(field).map((member) => `${name}[${member}]`) : [];
    return [name, ...members];
  });
}

function optionalNamesOf(schema: z.core.$ZodType | undefined): string[] {
  const kind = schema && describeSchema(schema).kind;
  if (kind?.type !== 'group') return [];
  return Object.entries(kind.fields).flatMap(([name, { isRequired }]) => (isRequired ? [] : [name]));
}

/** Returns the same for a value, or for fields as the tables of the tests write them: `name?`, `shipping[weight]?`. */
function namesIn(value: unknown): string[] {
  const record: unknown = Array.isArray(value) ? value[0] : value;
  if (typeof record !== 'object' || record === null) return [];
  return Object.entries(record).flatMap(([key, inner]) => {
    const name = key.replace(/\?$/, '');
    const members = Array.isArray(inner) ? [] : namesIn(inner).map((member) => `${name}[${member}]`);
    return [name, name.replace(/\[.*/, ''), ...members];
  });
}

const context = { tables: createTables(), variants: plain, hasBug: () => false };

/** Returns the names of the fields of a record of the second server, as it is stored and as an operation returns it. */
function namesInSecondServer(name: string): readonly string[] {
  const [resource = ''] = name.split('.');
  const table =
    name === 'productParents.getProduct' ? 'products' : resource === 'productParents' ? 'parents' : resource;
  const [row] = Object.entries(context.tables).find(([each]) => each === table)?.[1] ?? [];
  return [...namesIn(row), ...namesIn(row && shapes[name]?.(row, context))];
}

/** Returns the names of the fields that no record of the file has, for the record with the fewest of them. */
function missingInRecords(response: z.core.$ZodType): readonly string[] {
  const { kind } = describeSchema(response);
  const list = kind.type === 'list';
  const missing = Object.values(records).map((record) => {
    const result = z.safeParse(response, list ? [record] : record);
    return result.success ? [] : result.error.issues.map(({ path }) => path.slice(list ? 1 : 0).join('.'));
  });
  return missing.reduce((least, each) => (each.length < least.length ? each : least));
}

/** Returns the words of a file. */
const wordsOf = (file: string): readonly string[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8').match(/\w+/g) ?? [];
const model = wordsOf('../mock/model.ts');
const secondServer = wordsOf('../conformance/second-server/operations.ts');

/** Whether the conformance kit knows a sentence of the specification about a field or its group. */
function hasSentence(name: OperationName, field: string): boolean {
  const sentence = findSentence(name, { field, problem: 'type', message: '' }, 200);
  return sentence?.text.includes(`\`${field.replace(/\[.*/, '')}\``) ?? false;
}

/** Whether the sentence about an endpoint names a field of its body, or the group of the field. */
function hasBodySentence(endpoint: string, field: string): boolean {
  const sentences = Object.values(specifiedSentences).flat();
  const text = sentences.map(([each]) => each).find((each) => each.startsWith(`${endpoint}:`)) ?? '';
  const group = field.replace(/\[.*/, '');
  return [`\`${field}\``, `\`${field}[`, `\`${group}[...]\``].some((part) => text.includes(part));
}

/** The resources whose records the specification describes. */
const described = endpoints.filter(({ response, name }) => {
  const names = namesOf(describeSchema(response));
  return names.length > 0 && !name.endsWith('.delete');
});

test.each(described)('every file has the fields of $name', ({ name, method, path, response, body }) => {
  const specified = operations.find(({ call }) => call.join('.') === name);
  const fields = namesOf(describeSchema(response));
  const inBody = body ? namesOf(describeSchema(body)) : [];
  const without = (known: readonly string[], wanted: readonly string[]) =>
    wanted.filter((field) => !known.includes(field));
  const missing = {
    'mocks/conformance/specification/specified-fields.ts': fields.filter((field) => !hasSentence(name, field)),
    'test/contract/specification.ts': [
      ...without(namesIn(specified?.response), fields),
      ...without(namesIn(specified?.body), inBody),
    ],
    'test/client/records.ts': missingInRecords(response),
    'test/conformance/second-server/data.ts': without(namesInSecondServer(name), fields),
    'test/conformance/second-server/bodies.ts': without(namesIn(bodies[name]), inBody),
    // A creation without the field needs its default.
    'test/conformance/second-server/operations.ts': name.endsWith('.create')
      ? without([...secondServer, ...namesIn(emptyExternalIds), ...namesIn(newProduct)], optionalNamesOf(body))
      : [],
    'test/mock/model.ts': inBody.filter((field) => !model.includes(field.replace(/.*\[|\]/g, ''))),
    'docs/generate/specified-sentences.ts': inBody.filter((field) => !hasBodySentence(`${method} ${path}`, field)),
  };
  const files = Object.entries(missing).filter(([, names]) => names.length > 0);
  expect(files.map(([file, names]) => `${file}: ${[...new Set(names)].join(', ')}`)).toEqual([]);
});
