import { mockOptionNames } from '../engine/options.ts';
import { assertOptionNames, type OptionNames } from '../shared/assert-option-names.ts';
import type { TableDefinition } from '../store/define-table.ts';
import { SandboxRegistry } from './sandbox-registry.ts';
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
  return new SandboxRegistry(options as SandboxesOptions) as unknown as Sandboxes<Own>;
}
