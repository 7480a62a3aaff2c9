import { expect, test } from 'vitest';
import { describeSchema, type FieldDescription } from '../../src/contract/describe-schema.ts';
import { operations } from '../../src/contract/operations.ts';
import { personalData } from '../../src/contract/personal-data.ts';

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
  expect(Object.keys(personalData[resource] ?? {}).sort()).toEqual([...paths].sort());
});

test('every resource has marks', () => {
  expect(Object.keys(personalData).sort()).toEqual([...pathsByResource.keys()].sort());
});
