import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sources = globSync('{src,mocks}/**/*.{ts,tsx}', { cwd: root }).sort();

/** The imports of each source file, types included: files of this repository by path, packages by name. */
const imports = new Map(sources.map((file) => [file, importsOf(file)]));

function importsOf(file: string): string[] {
  return ts
    .preProcessFile(readFileSync(join(root, file), 'utf8'))
    .importedFiles.map(({ fileName }) => (fileName.startsWith('.') ? join(dirname(file), fileName) : fileName));
}

/**
 * The layers of each side, lowest first. A folder imports only from folders of lower layers. Folders of one layer do
 * not import each other. `.` stands for the files in the root of a side.
 */
const layers = {
  src: [
    ['contract'],
    ['errors'],
    ['types', 'wire'],
    ['instrumentation'],
    ['config'],
    ['transport'],
    ['resources', 'helpers'],
    ['.'],
  ],
  mocks: [
    ['shared'],
    ['store'],
    ['seed', 'state'],
    ['controls'],
    ['resources', 'snapshots', 'history'],
    ['operations'],
    ['engine'],
    ['persistence'],
    ['sandboxes'],
    ['control-api'],
    ['servers', 'msw', 'remote'],
    ['matchers', 'conformance', 'workbench'],
    ['mcp', 'pull'],
    ['cli'],
    ['.'],
  ],
} as const;

type Side = keyof typeof layers;

/** The folders of `src/` that the mock uses. */
const sharedWithMock = ['src/contract', 'src/wire'];

/** Returns the folder of a side that a file belongs to. */
function folderOf(file: string): string {
  const [, folder = '.', ...rest] = file.split('/');
  return rest.length === 0 ? '.' : folder;
}

function layerOf(side: Side, file: string): number {
  return layers[side].findIndex((folders: readonly string[]) => folders.includes(folderOf(file)));
}

/** Whether an import of a file crosses a folder without going to a lower layer. */
function pointsUpward(side: Side, file: string, target: string): boolean {
  const isSameFolder = folderOf(file) === folderOf(target);
  return !isSameFolder && layerOf(side, target) >= layerOf(side, file);
}

/** Returns the imports of the files in a folder that `isForbidden` selects, as `file -> import`. */
function crossings(folder: string, isForbidden: (target: string, file: string) => boolean): string[] {
  return [...imports]
    .filter(([file]) => file.startsWith(folder))
    .flatMap(([file, targets]) =>
      targets.filter((target) => isForbidden(target, file)).map((target) => `${file} -> ${target}`),
    );
}

/** Returns the files and packages that an entry imports, directly or not. */
function reach(entry: string, seen = new Set<string>()): Set<string> {
  if (!seen.has(entry)) {
    seen.add(entry);
    for (const target of imports.get(entry) ?? []) reach(target, seen);
  }
  return seen;
}

/** Returns the circles of files that import each other, types included. */
function circles(): string[][] {
  const found: string[][] = [];
  /** The number of each file in the order of visits, until its circle is known. */
  const open = new Map<string, number>();
  const visited = new Set<string>();
  const stack: string[] = [];
  // Tarjan's algorithm. Returns the first file on the stack that a file leads to.
  const visit = (file: string): number => {
    const start = visited.size;
    let first = start;
    visited.add(file);
    open.set(file, start);
    stack.push(file);
    for (const target of imports.get(file) ?? []) {
      if (!imports.has(target)) continue;
      first = Math.min(first, visited.has(target) ? (open.get(target) ?? first) : visit(target));
    }
    if (first < start) return first;
    const circle = stack.splice(stack.indexOf(file));
    for (const each of circle) open.delete(each);
    if (circle.length > 1) found.push(circle.sort());
    return first;
  };
  for (const file of sources) if (!visited.has(file)) visit(file);
  return found;
}

/** A package that has only types, which the published types do not mention. */
const typesOnly = 'har-format';

const packages = (entry: string) =>
  [...reach(entry)].filter((target) => !imports.has(target) && target !== typesOnly).sort();

describe.each(['src', 'mocks'] as const)('the layers of %s', (side) => {
  const files = sources.filter((file) => file.startsWith(`${side}/`));

  test('contain every folder', () => {
    expect(files.filter((file) => layerOf(side, file) === -1)).toEqual([]);
  });

  test('import only lower layers', () => {
    const isUpward = (target: string, file: string) =>
      target.startsWith(`${side}/`) && pointsUpward(side, file, target);
    expect(crossings(`${side}/`, isUpward)).toEqual([]);
  });
});

test('no files import each other in a circle', () => {
  expect(circles()).toEqual([]);
});

describe('the client', () => {
  test('never imports the mock server', () => {
    expect(crossings('src/', (target) => target.startsWith('mocks/'))).toEqual([]);
  });

  test('imports no packages except ky and zod, and nothing from Node', () => {
    expect(
      crossings(
        'src/',
        (target) => !target.startsWith('src/') && !/^(ky|zod\/mini|zod\/v4\/locales\/en\.js)$/.test(target),
      ),
    ).toEqual([]);
  });
});

describe('the mock server', () => {
  test('imports only the contract and the wire format of the client, except to send calls', () => {
    const isPrivate = (target: string) => target.startsWith('src/') && !sharedWithMock.includes(dirname(target));
    expect(crossings('mocks/', isPrivate)).toEqual([
      'mocks/pull/pull.ts -> src/index.ts',
      'mocks/pull/read-workspace.ts -> src/index.ts',
      'mocks/workbench/pages/explorer/client-call.ts -> src/client.ts',
    ]);
  });

  test('has an engine that needs only zod, so that it runs without msw and Node', () => {
    expect(packages('mocks/index.ts').filter((name) => !/^zod\/(mini|compile)$/.test(name))).toEqual([]);
  });

  test('loads the library of names in one subpath only', () => {
    expect(packages('mocks/generate.ts')).toContain('@faker-js/faker');
    for (const entry of ['index', 'browser', 'http', 'msw', 'node']) {
      expect(packages(`mocks/${entry}.ts`), entry).not.toContain('@faker-js/faker');
    }
  });

  test('has a conformance kit that needs only zod', () => {
    expect(
      packages('mocks/conformance.ts').filter((name) => !/^(?:zod\/(?:mini|compile)|package\.json)$/.test(name)),
    ).toEqual([]);
  });

  test('serves HTTP without MSW', () => {
    expect(packages('mocks/http.ts').filter((name) => !/^(node:|zod\/)/.test(name))).toEqual([]);
  });

  test('has matchers that need only zod', () => {
    expect(packages('mocks/matchers.ts').filter((name) => !/^zod\/(mini|compile)$/.test(name))).toEqual([]);
  });

  test('creates MSW handlers without Node', () => {
    expect(packages('mocks/msw.ts').filter((name) => !/^(msw$|msw\/http$|zod\/)/.test(name))).toEqual([]);
  });
});

describe.each(['src/contract', 'src/resources', 'mocks/resources'])('the resources in %s', (folder) => {
  const resources = sources
    .filter((file) => file.startsWith('src/contract/') && readFileSync(join(root, file), 'utf8').includes('endpoint({'))
    .map((file) => basename(file));
  const isResource = (file: string) => dirname(file) === folder && resources.includes(basename(file));

  test('have one file each', () => {
    expect(sources.filter(isResource).map((file) => basename(file))).toEqual(resources);
  });

  test('never import each other', () => {
    expect(crossings(`${folder}/`, (target, file) => isResource(file) && isResource(target))).toEqual([]);
  });
});

describe('the second server of the conformance tests', () => {
  const folder = 'test/conformance/second-server';
  const files = globSync(`${folder}/*.ts`, { cwd: root });

  test('shares no code with the package, and so no mistake', () => {
    const isForeign = (target: string) => !target.startsWith(`${folder}/`) && !target.startsWith('node:');
    expect(files.flatMap((file) => importsOf(file).filter(isForeign))).toEqual([]);
    expect(files).not.toEqual([]);
  });
});
