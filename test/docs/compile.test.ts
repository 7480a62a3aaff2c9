/** Compiles the TypeScript blocks of the pages and the examples in doc comments, in one program: types take long. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import * as sdk from 'masterdata-sdk';
import * as conformance from 'masterdata-sdk/conformance';
import * as mock from 'masterdata-sdk/mock';
import * as cloudflare from 'masterdata-sdk/mock/cloudflare';
import * as generate from 'masterdata-sdk/mock/generate';
import * as http from 'masterdata-sdk/mock/http';
import * as matchers from 'masterdata-sdk/mock/matchers';
import * as msw from 'masterdata-sdk/mock/msw';
import * as node from 'masterdata-sdk/mock/node';
import * as plausible from 'masterdata-sdk/mock/plausible';
import * as remote from 'masterdata-sdk/mock/remote';
import * as schemas from 'masterdata-sdk/schemas';
import ts from 'typescript';
import { API, type Diagnostic } from 'typescript7/unstable/sync';
import { expect, onTestFinished, test } from 'vitest';
import { doubles, type Module, modulesOf } from './modules.ts';
import { blocksOf, pages, root } from './pages.ts';

/** Declarations that examples may use, in addition to the exports of the package. */
const given = `
import 'masterdata-sdk/mock/matchers/vitest';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import * as z from 'zod';
import type { Customer } from 'masterdata-sdk';
import type { MockServer } from 'masterdata-sdk/mock';
import type { RemoteMock } from 'masterdata-sdk/mock/remote';
interface Pricebook { readonly id: string }
declare const id: string, parentId: string, productId: string, apiToken: string, form: unknown;
declare const rows: readonly { name: string; number: string }[];
declare const metrics: { timing(name: string, milliseconds: number, tags: object): void };
declare const client: MasterDataClient, customer: Customer, mock: MockServer, remote: RemoteMock;
`;

const exported: Readonly<Record<string, object>> = {
  'masterdata-sdk': sdk,
  'masterdata-sdk/schemas': schemas,
  'masterdata-sdk/conformance': conformance,
  'masterdata-sdk/mock': mock,
  // Node cannot load this entry.
  'masterdata-sdk/mock/browser': { setupMockWorker: 'a function' },
  'masterdata-sdk/mock/cloudflare': cloudflare,
  'masterdata-sdk/mock/generate': generate,
  'masterdata-sdk/mock/plausible': plausible,
  'masterdata-sdk/mock/http': http,
  'masterdata-sdk/mock/matchers': matchers,
  'masterdata-sdk/mock/msw': msw,
  'masterdata-sdk/mock/node': node,
  'masterdata-sdk/mock/remote': remote,
  // Node cannot load this entry.
  'masterdata-sdk/mock/workbench': { mountWorkbench: 'a function' },
};

interface Example {
  readonly page: string;
  readonly line: number;
  readonly code: string;
}

/** Returns the examples of a source file. */
function examplesIn(page: string): Example[] {
  const source = ts.createSourceFile(page, readFileSync(join(root, page), 'utf8'), ts.ScriptTarget.Latest, true);
  const examples: Example[] = [];
  const visit = (node: ts.Node): void => {
    for (const tag of ts.getJSDocTags(node)) {
      if (tag.tagName.text !== 'example' || tag.parent.parent !== node) continue;
      const code = (ts.getTextOfJSDocComment(tag.comment) ?? '').replace(/^```\w*\n|\n```\s*$/g, '');
      examples.push({ page, line: source.getLineAndCharacterOfPosition(tag.getStart(source)).line + 2, code });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return examples;
}

/** Returns a module with the example in a function, so that it can redeclare names. */
function moduleOf({ page, line, code }: Example, number: number) {
  const imported = [...code.matchAll(/^import [^;]*;$/gm)].map(([statement]) => statement);
  const own = new Set(imported.join(' ').match(/\w+/g));
  const names = Object.entries(exported).map(([name, entry]) => {
    const values = Object.keys(entry).filter((value) => !own.has(value));
    return `import { ${values.join(', ')} } from '${name}';`;
  });
  const body = code.replace(/^import [^;]*;$/gm, '');
  const source = [...names, ...imported, given.replaceAll('\n', ' '), 'export async function example() {', body, '}'];
  return {
    file: join(root, `test/docs/example-${number}.ts`),
    block: { page: `${page}:${line}` },
    source: source.join('\n'),
  };
}

/** A module to compile, and its page. */
type Compiled = Pick<Module, 'file' | 'source'> & { readonly block: Pick<Module['block'], 'page'> };

/** Returns the messages of the native compiler, with the lines of the pages. */
function problemsOf(modules: readonly Compiled[]): string[] {
  const sources = new Map(modules.map(({ file, source }) => [file, source]));
  const files = [...sources.keys()];
  const folders = new Set(files.flatMap((file) => [dirname(file), dirname(dirname(file))]));
  const compilerOptions = {
    // Snippets may have unused declarations.
    noUnusedLocals: false,
    noUnusedParameters: false,
    noPropertyAccessFromIndexSignature: false,
    types: ['node', 'vite/client'],
    paths: Object.fromEntries(Object.entries(doubles).map(([name, file]) => [name, [file]])),
  };
  const config = join(root, 'tsconfig.snippets.json');
  sources.set(config, JSON.stringify({ extends: './tsconfig.json', compilerOptions, files, include: [] }));
  const api = new API({
    cwd: root,
    // Undefined stands for the files on the disk.
    fs: {
      readFile: (name) => sources.get(name),
      fileExists: (name) => sources.has(name) || undefined,
      directoryExists: (name) => folders.has(name) || undefined,
    },
  });
  onTestFinished(() => api.close());
  const program = api.updateSnapshot({ openProjects: [config] }).getProject(config)?.program;
  if (!program) throw new Error('the compiler has no program');
  const pageOf = new Map(modules.map(({ file, block }) => [file, block.page]));
  return [
    ...program.getProgramDiagnostics(),
    ...files.flatMap((file) => [...program.getSyntacticDiagnostics(file), ...program.getSemanticDiagnostics(file)]),
  ].map((diagnostic) => {
    const { fileName = config, pos } = diagnostic;
    const line = sources.get(fileName)?.slice(0, pos).split('\n').length;
    return `${pageOf.get(fileName) ?? relative(root, fileName)}:${line}: ${textOf(diagnostic)}`;
  });
}

/** Returns the message of a diagnostic with its causes. */
function textOf({ text, messageChain = [] }: Diagnostic): string {
  return [text, ...messageChain.map(textOf)].join('\n');
}

const examples = globSync('{src,mocks}/**/*.ts', { cwd: root }).sort().flatMap(examplesIn);

const blocks = pages().flatMap((page) => modulesOf(blocksOf(page)));

test('every block of a page in TypeScript and every example in a doc comment compiles', () => {
  expect(blocks.length).toBeGreaterThan(50);
  expect(examples.length).toBeGreaterThan(40);
  expect(problemsOf([...blocks, ...examples.map(moduleOf)])).toEqual([]);
});
