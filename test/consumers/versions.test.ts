import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const projects = join(import.meta.dirname, 'projects');
const page = readFileSync(join(import.meta.dirname, '../../docs/runtimes.md'), 'utf8');

type Ranges = Readonly<Record<string, string>>;

/** Packages whose versions the page has. */
const named =
  /^(?:typescript-.*|pnpm|@yarnpkg\/cli-dist|jest|vitest|msw|vite|esbuild|rolldown|bun|deno|undici|storybook|msw-storybook-addon|pino|winston|next|@sveltejs\/kit|react-router|nuxt|astro|vue|@angular\/core|react-hook-form|@tanstack\/react-form|hono|express|fastify|@playwright\/test|@opentelemetry\/sdk-.*)$/;

test.each(globSync('*/package.json', { cwd: projects }))('docs/runtimes.md names the tools of %s', (file) => {
  const { dependencies, devDependencies }: Readonly<Record<string, Ranges | undefined>> = JSON.parse(
    readFileSync(join(projects, file), 'utf8'),
  );
  for (const [name, range] of Object.entries({ ...dependencies, ...devDependencies })) {
    if (name === 'masterdata-sdk') continue;
    const version = range.replace(/^npm:.*@/, '');
    expect(version, `${name} is not an exact version`).toMatch(/^\d+\.\d+\.\d+$/);
    if (named.test(name)) expect(page).toContain(version);
  }
});
