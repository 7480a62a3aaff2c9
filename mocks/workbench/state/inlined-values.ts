/**
 * Values that the first page needs. The build replaces this module by its values, so that the first page loads
 * neither the contract nor zod, which take 25 kB.
 */
import { operations } from '../../../src/contract/operations.ts';
import { metadata, tableNames } from '../../store/metadata.ts';
import { toPlural } from '../text.ts';

export { faultPresets } from '../../controls/faults/fault-presets.ts';
export { policyDefaults } from '../../controls/policies.ts';

export const operationNames: readonly string[] = operations.map(({ name }) => name);

/** The titles of the tables of the specification: `{ billingFrequencies: 'Billing frequencies' }`. */
export const tableTitles: Readonly<Record<string, string>> = Object.fromEntries(
  tableNames.map((name) => [name, toPlural(metadata[name].label)]),
);
