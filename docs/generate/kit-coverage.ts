import { probes } from '../../mocks/conformance/probes/index.ts';
import { rules } from '../../mocks/conformance/rules/index.ts';
import type { Sentence } from '../../mocks/conformance/sentences.ts';
import type { ApiErrorName } from '../../src/contract/errors.ts';
import type { OperationName } from '../../src/contract/operations.ts';

/** The operations of rules whose id does not begin with the name of an operation. */
const operationsOfRule: Readonly<Record<string, readonly OperationName[]>> = {
  'customers.links': ['customers.get'],
  'contacts.links': ['contacts.get'],
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
  'validation.details',
];

/** The rules and probes that check each row of the error table. */
export const checksOfError: Readonly<Record<ApiErrorName, readonly string[]>> = {
  unauthorized: ['auth.missing-token', 'auth.invalid-token', 'missingTokenText', 'invalidTokenText'],
  forbidden: ['permissions.forbidden'],
  validation: ['validation.details', 'validationStatus', 'validationDetails', 'validationOmitsSuccess'],
  productPatchValidation: ['products.update.creation-only', 'products.update.read-only', 'products.update.unknown'],
  invalidId: ['products.get.malformed-id', 'malformedIdStatus'],
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

/** A sentence of the specification, and the ids of the rules and policies that check it. */
export interface CheckedSentence extends Sentence {
  readonly checks: readonly string[];
}

/** Returns every sentence that a rule or a probe checks, by section. */
export function checkedSentences(): CheckedSentence[] {
  const checks = [
    ...rules.flatMap(({ id, sentences }) => sentences.map((sentence) => ({ id, sentence }))),
    ...probes.map(({ policy, sentence }) => ({ id: policy, sentence })),
  ];
  const bySentence = new Map<string, { sentence: Sentence; ids: string[] }>();
  for (const { id, sentence } of checks) {
    const key = `${sentence.section}\n${sentence.text}`;
    const entry = bySentence.get(key) ?? { sentence, ids: [] };
    bySentence.set(key, entry);
    entry.ids.push(id);
  }
  return [...bySentence.values()]
    .map(({ sentence, ids }) => ({ ...sentence, checks: ids }))
    .sort((a, b) => a.section.localeCompare(b.section, 'en'));
}
