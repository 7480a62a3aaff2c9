import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pulledSchemas } from '../../mocks/pull/copy-record.ts';
import { type PersonalKind, personalFields } from '../../mocks/pull/personal-fields.ts';
import { describeSchema, type FieldDescription } from '../../src/contract/describe-schema.ts';
import { operations } from '../../src/contract/operations.ts';
import { defaultRedactedFields, redactBody } from '../../src/instrumentation/redact-body.ts';

/** Returns the paths of all texts and of free JSON, without ids and times. */
function textPaths({ kind }: FieldDescription, path = ''): string[] {
  switch (kind.type) {
    case 'text':
      return kind.format === 'guid' || kind.format === 'datetime' ? [] : [path];
    case 'json':
      return [path || '*'];
    case 'list':
      return textPaths(kind.element, path);
    case 'group':
      return Object.entries(kind.fields).flatMap(([name, field]) => textPaths(field, path ? `${path}.${name}` : name));
    default:
      return [];
  }
}

const pathsByResource = new Map<string, Set<string>>();
for (const { name, query, body, response } of operations) {
  const [resource = ''] = name.split('.');
  const paths = pathsByResource.get(resource) ?? new Set();
  for (const schema of [query, body, response]) {
    if (schema) for (const path of textPaths(describeSchema(schema))) paths.add(path);
  }
  pathsByResource.set(resource, paths);
}

test.each([...pathsByResource])('each text of %s is marked as personal or as harmless', (resource, paths) => {
  const marked = Object.keys(personalFields[resource] ?? {}).sort();
  expect(marked, 'mocks/pull/personal-fields.ts').toEqual([...paths].sort());
});

test('every resource has marks', () => {
  expect(Object.keys(personalFields).sort()).toEqual([...pathsByResource.keys()].sort());
});

/** Kinds that identify records in other systems or describe goods, so that a log without them would explain nothing. */
const loggedKinds: readonly (PersonalKind | 'harmless')[] = ['harmless', 'externalId', 'freeText', 'url'];

test('the log of bodies shows no field that describes a person or a place', () => {
  const fields = Object.values(personalFields).flatMap((marks) =>
    Object.entries(marks).flatMap(([path, kind]) => (loggedKinds.includes(kind) ? [] : [path.split('.').at(-1) ?? ''])),
  );
  expect(fields).toContain('city');
  const body = Object.fromEntries(fields.map((name) => [name, 'shown']));
  expect(redactBody(JSON.stringify(body)), 'src/instrumentation/redact-body.ts').not.toContain('shown');
});

test.each(['src/types/options.ts', 'docs/observability.md'])(
  '%s lists the fields that the log of bodies omits',
  (file) => {
    const text = readFileSync(join(import.meta.dirname, '../..', file), 'utf8');
    expect(
      defaultRedactedFields.filter((name) => !text.includes(`\`${name}\``)),
      file,
    ).toEqual([]);
  },
);

test('the documentation lists each text that a pull keeps', () => {
  const page = readFileSync('docs/pull.md', 'utf8');
  const section = page.slice(
    page.indexOf('**These values stay as they are.**'),
    page.indexOf('**Messages** of the command'),
  );
  const kept = Object.entries(pulledSchemas).flatMap(([resource, schema]) =>
    textPaths(describeSchema(schema)).filter((path) => personalFields[resource]?.[path] === 'harmless'),
  );
  expect(kept).toContain('prices.pricebook_api_name');
  const names = new Set(kept.map((path) => path.slice(path.lastIndexOf('.') + 1)));
  expect([...names].filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});
