import { execFile } from 'node:child_process';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Runs a new Node process and returns its output. It must not print warnings. */
async function node(...args: string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, args, { cwd: root });
  expect(stderr).toBe('');
  return stdout;
}

/** Returns the packages that a new Node process loads to evaluate an expression. */
async function loadedBy(expression: string): Promise<string[]> {
  const program = `
    const packages = new Set();
    require('node:module').registerHooks({
      load(url, context, next) {
        const [, name] = /\\/node_modules\\/((?:@[^/]+\\/)?[^/]+)/.exec(url) ?? [];
        if (name) packages.add(name);
        return next(url, context);
      },
    });
    Promise.resolve(${expression}).then(() => console.log(JSON.stringify([...packages].sort())));`;
  return JSON.parse(await node('--input-type=commonjs', '--eval', program));
}

describe('loading an entry point', () => {
  test.each([
    ['import', 'masterdata-sdk', ['ky', 'zod']],
    // ky is ESM only, so the CommonJS build holds it.
    ['require', 'masterdata-sdk', ['zod']],
    ...['schemas', 'mock', 'mock/generate', 'mock/plausible', 'mock/http', 'mock/matchers'].flatMap((entry) => [
      ['import', `masterdata-sdk/${entry}`, ['zod']] as const,
      ['require', `masterdata-sdk/${entry}`, ['zod']] as const,
    ]),
    ['import', 'masterdata-sdk/mock/cloudflare', ['zod']],
    ['import', 'masterdata-sdk/mock/remote', []],
    ['require', 'masterdata-sdk/mock/remote', []],
  ] as const)("%s('%s') loads no package but %j", async (load, entry, packages: readonly string[]) => {
    const loaded = await loadedBy(`${load}('${entry}')`);
    expect(loaded.filter((name) => !packages.includes(name))).toEqual([]);
  });

  test.each([
    ['import', 'masterdata-sdk/mock/msw'],
    ['import', 'masterdata-sdk/mock/node'],
    ['require', 'masterdata-sdk/mock/msw'],
    ['require', 'masterdata-sdk/mock/node'],
  ])("%s('%s') loads msw", async (load, entry) => {
    expect(await loadedBy(`${load}('${entry}')`)).toContain('msw');
  });
});

test('the remote control loads nothing on demand, not even to check arguments', async () => {
  const { outputFiles } = await build({
    entryPoints: [join(root, 'dist/mock/remote.js')],
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: 'out',
    write: false,
  });
  expect(outputFiles.map(({ path }) => basename(path))).toEqual(['remote.js']);
});

test('the entry points that Node loads in place of those with MSW have the same exports', async () => {
  const program = `(async () => {
    for (const entry of ['msw', 'node']) {
      const names = (module) => Object.keys(module).filter((name) => name !== 'module.exports').join();
      console.log(names(await import('masterdata-sdk/mock/' + entry)), names(await import('./dist/mock/' + entry + '.js')));
    }
  })()`;
  expect(await node('--eval', program)).toBe('mockHandlers mockHandlers\nsetupMockServer setupMockServer\n');
});

test('bundlers with the conditions of Node get the modules that they can bundle', async () => {
  // webpack 5.107 and later have `module-sync` as well. A bundle cannot require a file of this package.
  const program = `for (const entry of ['msw', 'node']) console.log(import.meta.resolve('masterdata-sdk/mock/' + entry))`;
  const output = await node('--conditions=webpack', '--input-type=module', '--eval', program);
  expect(output).toMatch(/^file:.*\/dist\/mock\/msw\.js\nfile:.*\/dist\/mock\/node\.js\n$/);
});

test('the worker of a page can be imported in Node, and says where it runs', async () => {
  const program = `import('masterdata-sdk/mock/browser').then(({ setupMockWorker }) => {
    try { setupMockWorker({}); } catch ({ message }) { console.log(message); }
  })`;
  expect(await node('--eval', program)).toMatch(/^setupMockWorker: runs only in a page\. In Node, use setupMockServer/);
});

test('the built command runs', async () => {
  expect(await node('dist/cli.js', '--help')).toMatch(/^Usage: masterdata-sdk/);
});
