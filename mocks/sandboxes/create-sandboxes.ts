import { createMockServer } from '../engine/create-mock-server.ts';
import { mockOptionNames, resolveOptions } from '../engine/options.ts';
import { assertOptionNames, type OptionNames } from '../shared/assert-option-names.ts';
import { parseOptions, wholeNumber } from '../shared/parse-options.ts';
import { readSnapshot } from '../snapshots/read-snapshot.ts';
import { isSnapshot, type MockSnapshot, Snapshot } from '../snapshots/snapshot.ts';
import type { TableDefinition } from '../store/define-table.ts';
import { createTableSchema } from '../store/table-schema.ts';
import { type RegistryOptions, SandboxRegistry } from './sandbox-registry.ts';
import type { Sandboxes, SandboxesOptions } from './sandboxes.ts';

const { token: _token, ...sharedNames } = mockOptionNames;

const optionNames: OptionNames<SandboxesOptions> = {
  ...sharedNames,
  onDemand: true,
  maxActive: true,
  maxSandboxes: true,
  idleTimeout: true,
  ttl: true,
  persistence: true,
};

/**
 * Creates mocks that share the rows of a seed until they write.
 *
 * @throws A TypeError if an option is not valid, or an `InvalidRecordError` if the API could not have created the seed.
 */
export function createSandboxes<const Own extends readonly TableDefinition[] = readonly []>(
  options: SandboxesOptions<Own> = {},
): Sandboxes<Own> {
  assertOptionNames<SandboxesOptions<Own>>('createSandboxes', options, optionNames);
  // The mocks have the tables of the options, which TypeScript cannot see.
  return new SandboxRegistry(resolveSandboxesOptions(options as SandboxesOptions)) as unknown as Sandboxes<Own>;
}

/** Checks the options, and fills in the defaults. */
function resolveSandboxesOptions(options: SandboxesOptions): RegistryOptions {
  const { maxActive = 10_000, maxSandboxes, onDemand = false, persistence, idleTimeout, ttl, ...mockOptions } = options;
  const resolved = {
    mock: resolveOptions({ ...mockOptions, seed: createSeed(options) }),
    onDemand,
    maxActive: parseOptions(wholeNumber(1), maxActive, 'maxActive'),
    maxSandboxes: parseLimit(maxSandboxes, 'maxSandboxes'),
    idleTimeout: parseLimit(idleTimeout, 'idleTimeout'),
    ttl: parseLimit(ttl, 'ttl'),
    persistence,
  };
  if (idleTimeout === undefined || persistence) return resolved;
  throw new TypeError('idleTimeout: must be absent without persistence, because an unloaded sandbox would be lost');
}

/** Returns the rows that all sandboxes share. They do not share tokens, not even those of a snapshot. */
function createSeed({ seed = {}, clock, randomSeed, tables = [] }: SandboxesOptions): MockSnapshot {
  const schema = createTableSchema(tables);
  const snapshot = isSnapshot(seed)
    ? readSnapshot(seed, schema)
    : createMockServer({ seed, clock, randomSeed, tables }).snapshot();
  return new Snapshot(schema, { ...snapshot, tokens: undefined, token: undefined });
}

function parseLimit(value: number | undefined, name: string): number {
  return value === undefined ? Number.POSITIVE_INFINITY : parseOptions(wholeNumber(1), value, name);
}
