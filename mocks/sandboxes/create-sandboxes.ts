import { mockOptionNames } from '../engine/options.ts';
import { assertOptionNames, type OptionNames } from '../shared/assert-option-names.ts';
import type { SandboxesOptions } from './options.ts';
import { SandboxRegistry } from './sandbox-registry.ts';
import type { Sandboxes } from './types.ts';

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
export function createSandboxes(options: SandboxesOptions = {}): Sandboxes {
  assertOptionNames('createSandboxes', options, optionNames);
  return new SandboxRegistry(options);
}
