import { existsSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Fault } from '../controls/faults/fault-kinds.ts';
import type { FaultPreset } from '../controls/faults/fault-presets.ts';
import { createMockServer } from '../engine/create-mock-server.ts';
import { plausible } from '../engine/plausible.ts';
import type { MockOperation } from '../operations/mock-operation.ts';
import { errorCode, errorMessage } from '../shared/errors.ts';
import type { TableDefinition } from '../store/define-table.ts';

/** Your own operations and tables that a module exports. */
export interface OwnParts {
  readonly operations: readonly MockOperation[];
  readonly tables: readonly TableDefinition[];
}

/** The exports of a module. The mock validates the entries of the arrays. */
interface OwnExports {
  readonly default?: unknown;
  readonly operations?: unknown;
  readonly tables?: OwnParts['tables'];
}

/** Returns the operations that `--fault` may name. With a module, that is any name until {@link loadOperations}. */
export function operationsBeforeLoading(): 'any' | [] {
  return process.argv.some((each) => /^--operations(?:=|$)/.test(each)) ? 'any' : [];
}

/**
 * Loads the operations that a module exports, by default or with the name `operations`, and its export `tables`. The
 * module may have only one of them.
 *
 * @param module The path of the module, relative to the working directory, or `plausible`.
 * @param faults The faults that may name the operations.
 * @throws An Error if the module cannot be loaded, or a TypeError if an operation, a table or a fault is not valid.
 */
export async function loadOperations(module: string, faults: readonly (Fault | FaultPreset)[] = []): Promise<OwnParts> {
  const parts = module === 'plausible' ? { operations: plausible, tables: [] } : await importOperations(module);
  createMockServer({ ...parts, faults });
  return parts;
}

async function importOperations(file: string): Promise<OwnParts> {
  if (!existsSync(file)) throw new Error('no file with this name. Pass a module, or plausible.');
  const exported: OwnExports = await import(pathToFileURL(resolve(file)).href).catch((error: unknown) => {
    throw explainTypeScript(error) ?? explainCommonJs(error, file);
  });
  const { default: byDefault } = exported;
  // The exports of a CommonJS module are its default export.
  const { operations: named, tables }: OwnExports = { ...Object(byDefault), ...exported };
  const hasOnlyTables = tables !== undefined && !Array.isArray(byDefault);
  const operations = named ?? (hasOnlyTables ? [] : byDefault);
  if (!Array.isArray(tables ?? [])) {
    throw new TypeError('tables must be an array of the values that defineTable() returned.');
  }
  if (Array.isArray(operations)) return { operations, tables: tables ?? [] };
  throw new TypeError('must export operations, an array of the values that mockOperation() returned, or tables.');
}

/** Explains the error of a Node that does not remove types. Returns undefined for other errors. */
function explainTypeScript(error: unknown): Error | undefined {
  if (errorCode(error) !== 'ERR_UNKNOWN_FILE_EXTENSION' || !/"\.(?:[mc]?ts|tsx)"/.test(errorMessage(error)))
    return undefined;
  const advice = process.features.typescript
    ? 'Node runs .ts, .mts and .cts. Rename the file, or pass JavaScript.'
    : `Node ${process.versions.node} runs no TypeScript here. Use Node 22.18 or newer, or pass JavaScript.`;
  return new Error(`${errorMessage(error)}. ${advice}`, { cause: error });
}

/** Explains the error of Node for an ES module in a package of CommonJS, for which npm 11 creates a package.json. */
function explainCommonJs(error: unknown, file: string): unknown {
  const isModuleSyntax =
    /^Cannot use (?:import statement|'import\.meta') outside a module$|^Unexpected token 'export'$/;
  if (!(error instanceof SyntaxError) || !isModuleSyntax.test(error.message) || !/\.[jt]s$/.test(file)) return error;
  const name = basename(file).replace(/(?=[jt]s$)/, 'm');
  return new Error(`${error.message}. Rename the file to ${name}, or set "type": "module" in package.json.`);
}
