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

test('it contains each route', () => {
  const described = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace(/^\/__mock\/?/, '/')}`),
  );
  expect(described.sort()).toEqual(Object.keys(controlRoutes).sort());
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
