/** The OpenAPI document of the control API contains all its routes. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { describeRoutes } from '../../mocks/control-api/openapi.ts';
import { controlRoutes } from '../../mocks/control-api/routes/index.ts';

const root = join(import.meta.dirname, '../..');
const document = describeRoutes(controlRoutes);

type JsonSchema = (typeof document.components.schemas)[string];

/** Returns the properties that a schema or an alternative of it may have, with their descriptions. */
function propertiesOf({ properties = {}, anyOf = [] }: JsonSchema): [name: string, description: string | undefined][] {
  const own = Object.entries(properties).flatMap(([name, property]): [string, string | undefined][] =>
    // A property with `not` must be absent.
    typeof property === 'object' && property.not === undefined ? [[name, property.description]] : [],
  );
  return [...own, ...anyOf.flatMap((each) => (typeof each === 'object' ? propertiesOf(each) : []))];
}

test('it contains each route', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/__mock\/?/, '/')}`),
  );
  expect(described.sort()).toEqual(Object.keys(controlRoutes).sort());
});

test('it describes each parameter, and each property of a body that is not a row', () => {
  const parameters = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap((operation) =>
      operation.parameters.map(({ name, description }) => [`${path} ${name}`, description]),
    ),
  );
  const requests = Object.entries(document.components.schemas).filter(([name]) => name.endsWith('Request'));
  const properties = requests.flatMap(([name, schema]) =>
    propertiesOf(schema).map(([property, description]) => [`${name} ${property}`, description]),
  );
  expect(parameters.length).toBeGreaterThan(30);
  expect(properties.length).toBeGreaterThan(50);
  expect([...parameters, ...properties].filter(([, description]) => !description)).toEqual([]);
});

test('it follows the rules of the linter', () => {
  const folder = mkdtempSync(join(tmpdir(), 'control-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const lint = () =>
    execFileSync('node_modules/.bin/redocly', ['lint', file, '--config', 'redocly.yaml'], { cwd: root, stdio: 'pipe' });
  expect(lint).not.toThrow();
});
