import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const sources = globSync('{src,mocks}/**/*.ts', { cwd: root }).sort();

/** What each source file imports, types included: files of this repository by path, packages by name. */
const imports = new Map(
  sources.map((file) => [
    file,
    ts
      .preProcessFile(readFileSync(join(root, file), 'utf8'))
      .importedFiles.map(({ fileName }) => (fileName.startsWith('.') ? join(dirname(file), fileName) : fileName)),
  ]),
);

/** Every import of the files in a folder, as `file -> import`, that `isForbidden` picks. */
function crossings(folder: string, isForbidden: (target: string, file: string) => boolean): string[] {
  return [...imports]
    .filter(([file]) => file.startsWith(folder))
    .flatMap(([file, targets]) =>
      targets.filter((target) => isForbidden(target, file)).map((target) => `${file} -> ${target}`),
    );
}

/** The files and packages that an entry reaches. */
function reach(entry: string, seen = new Set<string>()): Set<string> {
  if (!seen.has(entry)) {
    seen.add(entry);
    for (const target of imports.get(entry) ?? []) reach(target, seen);
  }
  return seen;
}

const packages = (entry: string) => [...reach(entry)].filter((target) => !imports.has(target)).sort();

describe('the client', () => {
  test('never imports the mock server', () => {
    expect(crossings('src/', (target) => target.startsWith('mocks/'))).toEqual([]);
  });

  test('imports no package but ky and zod, and nothing of Node', () => {
    expect(crossings('src/', (target) => !target.startsWith('src/') && !/^(ky|zod\/mini)$/.test(target))).toEqual([]);
  });
});

describe('the contract', () => {
  test('imports nothing outside itself but zod', () => {
    expect(
      crossings('src/contract/', (target) => !target.startsWith('src/contract/') && target !== 'zod/mini'),
    ).toEqual([]);
  });
});

describe('the mock server', () => {
  test('knows the contract, the wire and its errors, and nothing else of the client', () => {
    expect(
      crossings('mocks/', (target) => target.startsWith('src/') && !/^src\/(contract|wire|errors)\//.test(target)),
    ).toEqual([]);
  });

  test('has an engine that needs nothing but zod, so that it runs where neither msw nor Node is', () => {
    expect(packages('mocks/index.ts').filter((name) => !/^zod\/(mini|compile)$/.test(name))).toEqual([]);
  });

  test('has its library of names in the one subpath that is for it', () => {
    expect(packages('mocks/generate.ts')).toContain('@faker-js/faker');
    for (const entry of ['index', 'browser', 'http', 'msw', 'node']) {
      expect(packages(`mocks/${entry}.ts`), entry).not.toContain('@faker-js/faker');
    }
  });

  test('has a conformance kit that needs nothing but zod', () => {
    expect(
      packages('mocks/conformance.ts').filter((name) => !/^(?:zod\/(?:mini|compile)|package\.json)$/.test(name)),
    ).toEqual([]);
  });

  test('serves HTTP without msw', () => {
    expect(packages('mocks/http.ts').filter((name) => !/^(node:|zod\/)/.test(name))).toEqual([]);
  });

  test('makes msw handlers without Node', () => {
    expect(packages('mocks/msw.ts').filter((name) => !/^(msw$|msw\/http$|zod\/)/.test(name))).toEqual([]);
  });
});

describe.each(['src/contract', 'src/resources', 'mocks/resources'])('the resources in %s', (folder) => {
  const resources = sources
    .filter((file) => file.startsWith('src/contract/') && readFileSync(join(root, file), 'utf8').includes('endpoint({'))
    .map((file) => basename(file));
  const isResource = (file: string) => dirname(file) === folder && resources.includes(basename(file));

  test('each have a file', () => {
    expect(sources.filter(isResource).map((file) => basename(file))).toEqual(resources);
  });

  test('never import one another', () => {
    expect(crossings(`${folder}/`, (target, file) => isResource(file) && isResource(target))).toEqual([]);
  });
});
