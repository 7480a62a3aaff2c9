/** Each page says what to install before its first code that imports a package. */
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { blocksOf, pages, root } from './pages.ts';

/** Packages of the project that a reader of the page already has: frameworks, and their packages for types. */
const givenPackages =
  /^(?:react|react-dom|vue|vite|next|astro|nuxt|react-router)$|^@(?:angular|astrojs|react-router|sveltejs)\/|^@vitejs\/plugin-(?:react|vue)$/;

/** The optional packages that a module of this package imports. */
const needed: Readonly<Record<string, string>> = {
  'masterdata-sdk/mock/browser': 'msw',
  'masterdata-sdk/mock/msw': 'msw',
  'masterdata-sdk/mock/node': 'msw',
};

/** Returns the package of an import. Undefined if nothing has to be installed for it. */
function packageOf(specifier: string): string | undefined {
  if (needed[specifier] !== undefined) return needed[specifier];
  // `bun:test`, `astro:env/server` and `$app/env/private` are part of their runtime or framework.
  if (/^[.#$]|^masterdata-sdk(?:\/|$)|:/.test(specifier) || isBuiltin(specifier)) return undefined;
  const name = /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0] ?? '';
  return givenPackages.test(name) ? undefined : name;
}

function importsOf(code: string): string[] {
  return ts.preProcessFile(code).importedFiles.map(({ fileName }) => fileName);
}

/** Returns the packages that commands install, without their versions. */
function installedIn(text: string): string[] {
  return [...text.matchAll(/\bnpm install ((?:[\w@./^~-]+ ?)+)/g)].flatMap(([, words = '']) =>
    words
      .split(' ')
      .filter((word) => word !== '' && !word.startsWith('-'))
      .map((word) => word.replace(/(?<=.)@.*/, '')),
  );
}

const guides = pages().filter((page) => !['CONTRIBUTING.md', 'docs/architecture.md'].includes(page));

test.each(guides)('%s says what to install before the first code that imports it', (page) => {
  const lines = readFileSync(join(root, page), 'utf8').split('\n');
  const missing = blocksOf(page)
    .filter(({ language }) => ['ts', 'tsx', 'js', 'jsx'].includes(language))
    .flatMap(({ line, code }) => {
      const installed = installedIn(lines.slice(0, line - 1).join('\n'));
      return importsOf(code)
        .map(packageOf)
        .filter((name) => name !== undefined && !installed.includes(name))
        .map((name) => `${page}:${line} imports ${name}`);
    });
  expect(missing).toEqual([]);
});

test('every package that a page installs is a dependency of a project that the tests run', () => {
  const projects = join(root, 'test/consumers/projects');
  const known = new Set(
    ['package.json', ...readdirSync(projects).map((name) => join('test/consumers/projects', name, 'package.json'))]
      .map((file) => JSON.parse(readFileSync(join(root, file), 'utf8')))
      .flatMap((file) => Object.keys({ ...file.dependencies, ...file.devDependencies, ...file.peerDependencies })),
  );
  const installed = pages().flatMap((page) => installedIn(readFileSync(join(root, page), 'utf8')));
  expect(installed.length).toBeGreaterThan(20);
  // The tests run the Worker without wrangler.
  expect(installed.filter((name) => !['masterdata-sdk', 'wrangler'].includes(name) && !known.has(name))).toEqual([]);
});
