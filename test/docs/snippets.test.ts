/**
 * Runs every TypeScript block of the pages; see `pages.ts` for the exceptions. `compile.test.ts` compiles them,
 * `commands.test.ts` runs shell blocks, and `test/browser/docs.test.ts` runs blocks that need a browser.
 */
import { execFile } from 'node:child_process';
import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { runInThisContext } from 'node:vm';
import * as vitest from 'vitest';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ListeningServer } from '../../mocks/http.ts';
import { createMockServer, type MockServer } from '../../mocks/index.ts';
import { type Module, modulesOf } from './modules.ts';
import { type Block, blocksOf, pages, root } from './pages.ts';
import { loaderOf, loadFile } from './run-block.ts';

const all = new Map(pages().map((page) => [page, blocksOf(page)]));
const modules = new Map([...all].map(([page, blocks]) => [page, modulesOf(blocks)]));
const flat = [...modules.values()].flat();
const load = loaderOf(flat);
const service = await loadFile<typeof import('./fixture-service.ts')>(join(import.meta.dirname, 'fixture-service.ts'));
const { checkedLines } = await loadFile<typeof import('./expect-output.ts')>(
  join(import.meta.dirname, 'expect-output.ts'),
);

test('every block is in a known language', () => {
  const languages = new Set([...all.values()].flat().map(({ language }) => language));
  expect(
    [...languages].filter(
      (language) =>
        !['ts', 'js', 'sh', 'json', 'yaml', 'http', 'txt', 'jsx', 'tsx', 'vue', 'svelte', 'python', ''].includes(
          language,
        ),
    ),
  ).toEqual([]);
});

test('only known pages have blocks without a language or with HTTP messages', () => {
  const pagesWith = (wanted: string) =>
    [...all].filter(([, blocks]) => blocks.some(({ language }) => language === wanted)).map(([page]) => page);
  // Log lines.
  expect(pagesWith('')).toEqual(['docs/server-options.md']);
  // `test/docs/coverage.test.ts` checks these pages.
  expect(pagesWith('http').filter((page) => !page.startsWith('docs/resources/'))).toEqual([]);
});

test('only known blocks are not run or not compiled', () => {
  const marks = [...all.values()]
    .flat()
    .flatMap(({ page, mark }) =>
      mark && !['file', 'part of'].includes(mark.kind) ? [`${page} ${mark.kind}: ${mark.reason}`] : [],
    );
  expect(marks).toEqual([
    'CONTRIBUTING.md not compiled: a part of an object',
    'docs/browser.md not compiled: Cypress is not installed here',
    'docs/coding-agents.md not run: test/mcp starts this command',
    'docs/coding-agents.md not run: test/mcp starts this command',
    'docs/coding-agents.md not run: test/mcp starts this command',
    'docs/conformance-options.md not run: needs the file of a run that was killed',
    'docs/end-to-end.md not compiled: Cypress is not installed here',
    'docs/nextjs.md not compiled: a test applies it to a new project',
    'docs/openapi.md not run: the program is not a dependency',
    'docs/openapi.md not run: the program is not a dependency',
    'docs/remote.md not run: a test compares it with an entry',
    'docs/server-options.md seed: ',
  ]);
});

test.each(
  [...all.values()]
    .flat()
    .flatMap(({ page, line, code, mark }) => (mark?.kind === 'file' ? [[page, line, mark.reason, code] as const] : [])),
)('%s:%i is the file %s, which a test runs', (_page, _line, file, code) => {
  expect(file).toMatch(/^(?:test\/consumers\/projects|examples)\//);
  expect(`${code}\n`).toBe(readFileSync(join(root, file), 'utf8'));
});

test('a part of a file is in the file', () => {
  const parts = [...all.values()].flat().filter(({ mark }) => mark?.kind === 'part of');
  expect(parts.length).toBeGreaterThan(0);
  for (const { code, mark } of parts) {
    // Without the indentation.
    const compact = (json: string) => json.replaceAll(/\s+/g, '');
    expect(compact(readFileSync(join(root, mark?.reason ?? ''), 'utf8'))).toContain(compact(code));
  }
});

/** Whether a block in JavaScript or JSON is run or compared here. */
function isChecked(mark: Block['mark']): boolean {
  return mark?.kind !== 'file' && mark?.kind !== 'part of' && mark?.kind !== 'not run';
}

/** Whether this test runs the block, not another program. */
function isRunHere({ block, runner }: Module): boolean {
  return block.mark?.kind !== 'not run' && runner === undefined;
}

/** Runs a CommonJS script, with Vitest instead of Jest. */
const script = (code: string): ((require: (name: string) => unknown) => void) =>
  runInThisContext(`(function (require) {${code}\n})`);
const requireBuilt = createRequire(join(root, 'package.json'));

/** The pages with blocks to run. */
const running = [...modules].filter(
  ([page, own]) =>
    own.some(({ runner }) => runner !== 'chromium') ||
    all.get(page)?.some(({ language, mark }) => ['js', 'json'].includes(language) && isChecked(mark)),
);

describe.each(running)('%s', (page, own) => {
  const run = own.filter(isRunHere);
  const blocks = run.filter(({ isSuite }) => !isSuite);
  const [scripts, bodies] = ['js', 'json'].map((wanted) =>
    (all.get(page) ?? []).filter(({ language, mark }) => language === wanted && isChecked(mark)),
  );

  // A suite registers its tests when it is loaded.
  for (const suite of run.filter(({ isSuite }) => isSuite)) {
    describe(suite.title, async () => {
      await load(suite);
    });
  }
  for (const { line, code } of scripts ?? []) {
    describe(`${page}:${line}`, () => {
      script(code)((name) => (name === '@jest/globals' ? vitest : requireBuilt(name)));
    });
  }

  beforeAll(() => {
    service.mock.reset();
    removeState();
  });
  afterAll(async () => {
    // Close the servers that blocks leave open for the blocks below.
    const names = await Promise.all(blocks.map(load));
    for (const value of names.flatMap((each) => Object.values(each))) if (isOpen(value)) await value.close();
    removeState();
  });

  describe.runIf(blocks.length > 0)('blocks', () => {
    beforeEach(() => {
      vi.stubGlobal('fetch', service.fixtureFetch);
      for (const [name, value] of Object.entries(service.environment)) vi.stubEnv(name, value);
      for (const method of ['log', 'info', 'debug', 'warn'] as const) vi.spyOn(console, method).mockReturnValue();
    });
    afterEach(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
      vi.unstubAllEnvs();
      vi.restoreAllMocks();
    });
    test.each(blocks)('$title', async (module) => {
      const { title, expectations } = module;
      await load(module);
      // A line that is not reached prints nothing, so its comment is wrong.
      expect(checkedLines.get(title) ?? 0, 'lines that print the text of their comment').toBeGreaterThanOrEqual(
        expectations,
      );
    });
  });

  test.each(own.filter(({ runner }) => runner === 'node:test'))('$title, by node:test', async ({ checked }) => {
    const { NODE_OPTIONS: _, NODE_TEST_CONTEXT: __, VITEST: ___, ...env } = process.env;
    const options = ['--input-type=module-typescript', '--test-reporter=tap', '--eval', checked];
    const { stdout } = await promisify(execFile)(process.execPath, options, { cwd: root, env });
    expect(stdout).toMatch(/^# pass [1-9]/m);
    expect(stdout).toMatch(/^# fail 0$/m);
  });

  test.each(bodies ?? [])('$page:$line', async (block) => {
    if (block.mark?.kind === 'seed') {
      expect(() => createMockServer({ seed: JSON.parse(block.code) })).not.toThrow();
    } else {
      const seen = await bodiesOf(run);
      const shown: unknown = JSON.parse(block.code);
      expect(
        seen.some((body) => fits(body, shown)),
        `one of ${JSON.stringify(seen)}`,
      ).toBe(true);
    }
  });
});

/** Deletes the database that blocks create in the working directory. */
function removeState(): void {
  rmSync(join(root, 'state.db'), { force: true });
}

/** Whether a value is a listening server. MSW's servers have no port. */
function isOpen(value: unknown): value is ListeningServer {
  return typeof value === 'object' && value !== null && 'port' in value && 'close' in value;
}

function isMock(value: unknown): value is MockServer {
  return typeof value === 'object' && value !== null && 'journal' in value && 'faults' in value;
}

/** Returns the requests and responses of the blocks and their mocks. */
async function bodiesOf(run: readonly Module[]): Promise<unknown[]> {
  const names = await Promise.all(run.map(load));
  const mocks = [service.mock, ...names.flatMap((each) => Object.values(each))].filter(isMock);
  return mocks
    .flatMap(({ journal }) => journal.list())
    .flatMap(({ rawBody: text, response }) => [...(text ? [JSON.parse(text)] : []), response.body]);
}

/** Whether a body matches the page. `…` matches anything. */
function fits(body: unknown, shown: unknown): boolean {
  if (typeof shown === 'string' && shown.includes('…'))
    return shown === '…' || shown === `${String(body).slice(0, shown.length - 1)}…`;
  if (typeof shown !== 'object' || shown === null || typeof body !== 'object' || body === null) return body === shown;
  const [is, shows] = [new Map(Object.entries(body)), new Map(Object.entries(shown))];
  return (
    Array.isArray(body) === Array.isArray(shown) &&
    is.size === shows.size &&
    [...shows].every(([key, value]) => is.has(key) && fits(is.get(key), value))
  );
}
