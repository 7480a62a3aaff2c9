/** TypeScript as an editor runs it, over a program that is no file. */
import { join } from 'node:path';
import ts from 'typescript';

export const root = join(import.meta.dirname, '../..');

// Shares the parsed declarations of the platform between services.
const registry = ts.createDocumentRegistry();

/** The language service for a program, which seems to be in the file. */
export function editor(file: string, program: string, options: ts.CompilerOptions): ts.LanguageService {
  const host: ts.LanguageServiceHost = {
    getCompilationSettings: () => options,
    getScriptFileNames: () => [file],
    getScriptVersion: (name) => (name === file ? program : '1'),
    getScriptSnapshot: (name) => {
      const content = name === file ? program : ts.sys.readFile(name);
      return content === undefined ? undefined : ts.ScriptSnapshot.fromString(content);
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: (name) => name === file || ts.sys.fileExists(name),
    readFile: ts.sys.readFile,
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  };
  return ts.createLanguageService(host, registry);
}
