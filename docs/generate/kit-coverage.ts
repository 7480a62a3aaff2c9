import { rules } from '../../mocks/conformance/rules/index.ts';
import type { Sentence } from '../../mocks/conformance/specification/specified-fields.ts';
import { fieldText, specifiedFields } from '../../mocks/conformance/specification/specified-fields.ts';
import type { ApiErrorName } from '../../src/contract/errors.ts';
import type { OperationName } from '../../src/contract/operations.ts';
import { checksOfFields, contractCheck, specifiedSentences } from './specified-sentences.ts';

/** The operations of rules whose id does not begin with the name of an operation. */
const operationsOfRule: Readonly<Record<string, readonly OperationName[]>> = {
  'customers.links': ['customers.get'],
  'contacts.links': ['contacts.get'],
  'contacts.new-address': ['addresses.create', 'addresses.update', 'contacts.get'],
  'customers.several-addresses': ['addresses.create', 'addresses.list', 'customers.get'],
  'isolation.deletion': ['categories.delete'],
  'products.linked-names': ['products.create', 'products.get'],
  'products.links': ['productParents.list', 'products.get'],
  'products.price-entries': ['products.get'],
  'products.prices': ['products.create', 'products.get', 'products.update'],
  'prices.amount-in-product': ['prices.update', 'products.get'],
  'prices.enriched': ['prices.update'],
  'prices.independent': ['prices.update'],
};

/** The rules that concern every operation. */
export const generalRules: readonly string[] = [
  'auth.missing-token',
  'auth.invalid-token',
  'auth.one-workspace',
  'permissions.forbidden',
  'permissions.unchanged',
  'isolation.reads',
  'isolation.lists',
  'isolation.filter',
  'isolation.writes',
  'isolation.links',
  'api-names.snake-case',
  'api-names.unique',
  'creations.rejected',
  'records.one-workspace',
  'validation.details',
];

/** The rules and probes that check each row of the error table. */
export const checksOfError: Readonly<Record<ApiErrorName, readonly string[]>> = {
  unauthorized: ['auth.missing-token', 'auth.invalid-token', 'missingTokenText', 'invalidTokenText'],
  forbidden: ['permissions.forbidden'],
  validation: ['validation.details', 'validationStatus', 'validationDetails', 'validationOmitsSuccess'],
  productPatchValidation: ['products.update.creation-only', 'products.update.read-only', 'products.update.unknown'],
  invalidId: ['products.get.malformed-id', 'products.update.malformed-id', 'malformedIdStatus'],
  notFound: ['customers.get.not-found', 'prices.update.not-found', 'notFoundStatus'],
  duplicateApiName: ['productParents.create.unique', 'duplicateApiName'],
  categoryReferenced: ['categories.delete.referenced'],
};

/** Returns the rules that check an operation, in addition to {@link generalRules}. */
export function rulesOfOperation(operation: string): string[] {
  return rules
    .map(({ id }) => id)
    .filter((id) => id.startsWith(`${operation}.`) || operationsOfRule[id]?.some((name) => name === operation));
}

/** A sentence of the specification, and the checks for it: ids of rules and policies, and `contract`. */
export interface CheckedSentence extends Sentence {
  readonly checks: readonly string[];
  /** Why there is no check. */
  readonly reason?: string;
}

/** Returns every sentence of the specification, by section. */
export function checkedSentences(): CheckedSentence[] {
  const sections = Object.entries(specifiedSentences).map(([section, sentences]) => ({
    section,
    sentences: sentences.map(([text, checks]): CheckedSentence => {
      if (typeof checks !== 'string') return { section, text, checks: [], reason: checks.reason };
      return { section, text, checks: checks.split(' ') };
    }),
  }));
  const fields = Object.entries(specifiedFields).flatMap(([table, rows]) =>
    Object.entries(rows).map((row) => fieldSentence(table, row)),
  );
  return [...sections.flatMap(({ sentences }) => sentences), ...fields].sort((a, b) =>
    a.section.localeCompare(b.section, 'en'),
  );
}

/** Each response is validated against the tables of fields. */
function fieldSentence(table: string, row: readonly [names: string, text: string]): CheckedSentence {
  const more = row[0].split(', ').flatMap((name) => checksOfFields[`${table} ${name}`]?.split(' ') ?? []);
  const section = `Resources and their fields, ${table}`;
  return { section, text: fieldText(row), checks: [contractCheck, ...more] };
}
