import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const projects = join(import.meta.dirname, 'projects');
const page = readFileSync(join(import.meta.dirname, '../../docs/runtimes.md'), 'utf8');

test.each(globSync('*/package.json', { cwd: projects }))('docs/runtimes.md names the tools of %s', (file) => {
  const { devDependencies = {} }: { devDependencies?: Record<string, string> } = JSON.parse(
    readFileSync(join(projects, file), 'utf8'),
  );
  for (const [name, range] of Object.entries(devDependencies)) {
    const version = range.replace(/^npm:.*@/, '');
    expect(version, `${name} is not an exact version`).toMatch(/^\d+\.\d+\.\d+$/);
    if (/^(?:typescript-.*|jest|vitest|msw|vite|esbuild|rolldown|bun|deno|@playwright\/test)$/.test(name))
      expect(page).toContain(version);
  }
});
