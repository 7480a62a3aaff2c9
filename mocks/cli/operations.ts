import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Fault } from '../controls/fault-kinds.ts';
import type { FaultPreset } from '../controls/fault-presets.ts';
import { createMockServer } from '../engine/create-mock-server.ts';
import type { MockOperation } from '../engine/mock-operation.ts';
import { plausible } from '../engine/plausible.ts';

/**
 * Loads the operations that a module exports: its default export or its export `operations`.
 *
 * @param module The path of the module, relative to the working directory, or `plausible`.
 * @param faults The faults that may name the operations.
 * @throws An Error if the module cannot be loaded, or a TypeError if an operation or a fault is not valid.
 */
export async function loadOperations(
  module: string,
  faults: readonly (Fault | FaultPreset)[] = [],
): Promise<readonly MockOperation[]> {
  const operations = module === 'plausible' ? plausible : await importOperations(module);
  createMockServer({ operations, faults });
  return operations;
}

async function importOperations(file: string): Promise<readonly MockOperation[]> {
  if (!existsSync(file)) throw new Error('no file with this name. Pass a module, or plausible.');
  const exported: { readonly default?: unknown; readonly operations?: unknown } = await import(
    pathToFileURL(resolve(file)).href
  );
  // The exports of a CommonJS module are its default export.
  const operations = exported.operations ?? Object(exported.default).operations ?? exported.default;
  if (Array.isArray(operations)) return operations;
  throw new TypeError('must export operations, an array of the values that mockOperation() returned.');
}
