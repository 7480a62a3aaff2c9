import { globSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { install, type Project } from './project.ts';

let project: Project;
let everything: string;
beforeAll(async () => {
  project = await install('bundle');
  const files = globSync('node_modules/{masterdata-sdk/dist,zod/v4/core}/**/*.js', { cwd: project.folder });
  everything = (await Promise.all(files.map((file) => readFile(join(project.folder, file), 'utf8')))).join('\n');
});

const bundlers = {
  esbuild: ['--bundle', '--splitting', '--minify', '--format=esm', '--log-level=error', '--outdir=esbuild'],
  rolldown: ['--minify', '--log-level', 'warn', '--dir', 'rolldown'],
} as const;

/** The names of the bundlers. */
type Bundler = keyof typeof bundlers;

/** What a page loads to resume a program: its bundle, and what that imports, but not what it imports when it is needed. */
async function bundle(bundler: Bundler, program: string): Promise<string> {
  await project.run('npx', [bundler, `${program}.js`, ...bundlers[bundler]]);
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

/** What gives a part of the package away, wherever it is. */
const marks = {
  zod: '_zod',
  mock: 'InvalidRecordError',
  demo: 'Halm',
  names: 'Wintheiser',
  prices: 'is_pay_as_you_go',
  requests: 'authorization',
};

const paths = (code: string): string[] => [...new Set(code.match(/\/api\/[a-z-]+/g))].sort();

describe.each(['esbuild', 'rolldown'] as const)('%s', (bundler) => {
  test.each([
    ['nothing', [], 0],
    ['error', [], 4500],
    ['codec', [], 6000],
    ['schema', ['zod'], 33_000],
    ['client', ['requests'], 52_000],
    ['mock', ['zod', 'mock', 'prices', 'requests'], 125_000],
  ] as const)('for %s takes %j and nothing else, at most %i bytes', async (program, expected, limit) => {
    const code = await bundle(bundler, program);
    const found = Object.entries(marks).flatMap(([part, mark]) => (code.includes(mark) ? [part] : []));
    expect(found).toEqual(expected);
    expect(code.length).toBeLessThanOrEqual(limit);
  });

  test('for one schema takes those of its resource alone', async () => {
    expect(paths(await bundle(bundler, 'schema')).filter((path) => path !== '/api/customers')).toEqual([]);
  });
});

test.each(Object.entries(marks))('%s is given away by "%s"', (_part, mark) => {
  expect(everything).toContain(mark);
});
