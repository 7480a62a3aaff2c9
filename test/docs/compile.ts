/** Compiles modules in memory, with the built package. */
import { dirname, join, relative } from 'node:path';
import ts from 'typescript';
import { doubles, type Module } from './modules.ts';
import { root } from './pages.ts';

/** A module to compile, and its page. */
type Compiled = Pick<Module, 'file' | 'source'> & { readonly block: Pick<Module['block'], 'page'> };

/** Returns the messages of the compiler, with the lines of the pages. */
export function problemsOf(modules: readonly Compiled[]): string[] {
  const sources = new Map(modules.map(({ file, source }) => [file, source]));
  const folders = new Set([...sources.keys()].flatMap((file) => [dirname(file), dirname(dirname(file))]));
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), ts.sys.readFile);
  const { options: own } = ts.parseJsonConfigFileContent(config, ts.sys, root);
  const options: ts.CompilerOptions = {
    ...own,
    // Snippets may have unused declarations.
    noUnusedLocals: false,
    noUnusedParameters: false,
    noPropertyAccessFromIndexSignature: false,
    types: ['node', 'vite/client'],
    paths: Object.fromEntries(Object.entries(doubles).map(([name, file]) => [name, [file]])),
  };
  const host = ts.createCompilerHost(options);
  const { readFile, fileExists, directoryExists } = host;
  host.readFile = (name) => sources.get(name) ?? readFile(name);
  host.fileExists = (name) => sources.has(name) || fileExists(name);
  host.directoryExists = (name) => folders.has(name) || directoryExists?.(name) === true;
  const program = ts.createProgram([...sources.keys()], options, host);
  const pageOf = new Map(modules.map(({ file, block }) => [file, block.page]));
  return [...sources.keys()]
    .flatMap((name) => ts.getPreEmitDiagnostics(program, program.getSourceFile(name)))
    .map(({ file, start, messageText }) => {
      const text = ts.flattenDiagnosticMessageText(messageText, '\n');
      if (!file || start === undefined) return text;
      const { line } = file.getLineAndCharacterOfPosition(start);
      return `${pageOf.get(file.fileName) ?? relative(root, file.fileName)}:${line + 1}: ${text}`;
    });
}
