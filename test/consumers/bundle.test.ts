import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { install, type Project } from './project.ts';

let project: Project;
let allCode: string;
beforeAll(async () => {
  project = await install('bundle');
  const files = globSync('node_modules/{masterdata-sdk/dist,zod/v4/core}/**/*.js', { cwd: project.folder });
  allCode = (await Promise.all(files.map((file) => readFile(join(project.folder, file), 'utf8')))).join('\n');
});

const bundlers = {
  esbuild: ['--bundle', '--splitting', '--minify', '--format=esm', '--log-level=error', '--outdir=esbuild'],
  rolldown: ['--minify', '--log-level', 'warn', '--dir', 'rolldown'],
} as const;

type Bundler = keyof typeof bundlers;

/** Bundles a program, and returns the code that a page loads to run it: the bundle and its static imports. */
async function bundle(bundler: Bundler, program: string): Promise<string> {
  await project.run(bundler, [`${program}.js`, ...bundlers[bundler]]);
  const loaded = new Map<string, string>();
  const load = async (file: string): Promise<void> => {
    if (loaded.has(file)) return;
    const code = await readFile(join(project.folder, bundler, file), 'utf8');
    loaded.set(file, code);
    for (const [, other = ''] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+)["'`]/g)) await load(other);
  };
  await load(`${program}.js`);
  return [...loaded.values()].join('\n');
}

/** Text that identifies each part of the package in a bundle. */
const markers = {
  zod: '_zod',
  mock: 'InvalidRecordError',
  demo: 'Halm',
  names: 'Wintheiser',
  prices: 'is_pay_as_you_go',
  requests: 'authorization',
  workbench: 'masterdata-workbench',
};

const paths = (code: string): string[] => [...new Set(code.match(/\/api\/[a-z-]+/g))].sort();

describe.each(['esbuild', 'rolldown'] as const)('%s', (bundler) => {
  test.each([
    ['nothing', [], 0],
    ['error', [], 4000],
    ['codec', [], 5600],
    ['schema', ['zod'], 33_000],
    ['client', ['requests'], 69_500],
    ['mock', ['zod', 'mock', 'prices', 'requests'], 218_000],
  ] as const)('for %s contains only %j, in at most %i bytes', async (program, expected, limit) => {
    const code = await bundle(bundler, program);
    const parts = Object.entries(markers).flatMap(([part, marker]) => (code.includes(marker) ? [part] : []));
    expect(parts).toEqual(expected);
    expect(code.length).toBeLessThanOrEqual(limit);
  });

  test('for one schema contains only the schemas of its resource', async () => {
    expect(paths(await bundle(bundler, 'schema')).filter((path) => path !== '/api/customers')).toEqual([]);
  });
});

test.each(Object.entries(markers))('%s is identified by "%s"', (_part, marker) => {
  expect(allCode).toContain(marker);
});
