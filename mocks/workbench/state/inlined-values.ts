/**
 * Values that the first page needs. The build replaces this module by its values, so that the first page loads
 * neither the contract nor zod, which take 25 kB.
 */
import { operations } from '../../../src/contract/operations.ts';

export { faultPresets } from '../../controls/faults/fault-presets.ts';
export { policyDefaults } from '../../controls/policies.ts';

export const operationNames: readonly string[] = operations.map(({ name }) => name);
