import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { editor, root } from './editor.ts';

const options: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.Node16,
  strict: true,
  declaration: true,
  skipLibCheck: true,
  types: [],
};

/** Returns a module that exports each value of an entry again, with the types that the compiler infers. */
async function programOf(entry: string): Promise<string> {
  const values = Object.entries<unknown>(await import(entry));
  const lines = values.map(([name, value]) => {
    if (typeof value === 'object') return `export const ${name} = { ...entry.${name} };`;
    if (/^[A-Z]/.test(name)) return `export const ${name} = entry.${name};`;
    return `export const ${name} = (...input: Parameters<typeof entry.${name}>) => entry.${name}(...input);`;
  });
  return [`import * as entry from '${entry}';`, ...lines].join('\n');
}

test.each([
  '',
  '/conformance',
  '/mock',
  '/mock/generate',
  '/mock/plausible',
  '/mock/http',
  '/mock/matchers',
  '/mock/remote',
])('a library can export what it makes of the values of masterdata-sdk%s', async (path) => {
  const file = join(root, 'test/types/library.mts');
  const service = editor(file, await programOf(`masterdata-sdk${path}`), options);
  const diagnostics = [
    ...service.getSemanticDiagnostics(file),
    ...(service.getProgram()?.getDeclarationDiagnostics(service.getProgram()?.getSourceFile(file)) ?? []),
  ];
  expect(diagnostics.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))).toEqual([]);
});
