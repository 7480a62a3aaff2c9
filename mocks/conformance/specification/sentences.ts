import { findOperation, type OperationName } from '../../../src/contract/operations.ts';
import { optionalTexts } from '../../controls/policies.ts';
import type { ContractFinding, ContractProblem } from '../check-response.ts';
import { findFieldRow, type Sentence } from './specified-fields.ts';

const customer = 'Resources and their fields, Customer';
const address = 'Resources and their fields, Address';
const parent = 'Resources and their fields, Product parent';
const product = 'Resources and their fields, Product (variant)';

const createdProduct = {
  section: product,
  text: 'It carries `catalog_ids`, `category_ids` and `product_ids` as UUID lists instead of `catalogs` and `categories`.',
};
const createdSettings = { section: product, text: 'Its `settings` carries `language_id` instead of `language_code`.' };
const createdPrices = {
  section: product,
  text: 'Its `prices` entries carry only `id`, `pricebook_id`, `pricebook_api_name`.',
};
const createdCustomer = {
  section: customer,
  text: 'The create response omits `contact_ids` and `address_ids`.',
};
const addressWorkspace = {
  section: address,
  text: '`workspace_id`: string (UUID), present in create and list responses',
};
const productUsers = { section: product, text: '`created_by`, `updated_by`: user identifiers; present in Get Product' };

const deletedCategory = {
  section: 'Endpoints, Categories',
  text: 'DELETE /api/categories/{id}: `data`: {`id`, `deleted`: true}',
};

/** Returns the sentence that a message is about: the one that names its first field, or else the first one. */
export function findQuotedSentence(message: string, sentences: readonly Sentence[]): Sentence | undefined {
  const [, field] = /`(?:[^`]*[.[])?([^`.[\]]+)\]?`/.exec(message) ?? [];
  return sentences.find(({ text }) => field !== undefined && text.includes(`\`${field}\``)) ?? sentences[0];
}

/** Sentences about one field of one response. */
const fieldSentences: Readonly<Record<string, Sentence>> = {
  'customers.list tax_ids': { section: customer, text: 'The list response objects omit `tax_ids`.' },
  'customers.create contact_ids': createdCustomer,
  'customers.create address_ids': createdCustomer,
  'addresses.get workspace_id': addressWorkspace,
  'addresses.update workspace_id': addressWorkspace,
  'productParents.create product_ids': {
    section: parent,
    text: '`product_ids`: linked products; returned by list, absent from the create response',
  },
  'products.create catalog_ids': createdProduct,
  'products.create category_ids': createdProduct,
  'products.create product_ids': createdProduct,
  'products.create catalogs': createdProduct,
  'products.create categories': createdProduct,
  'products.create settings[language_code]': createdSettings,
  'products.create settings[language_id]': createdSettings,
  'products.create prices[].pricing_model': createdPrices,
  'products.create prices[].amount': createdPrices,
  'products.update created_by': productUsers,
  'products.update updated_by': productUsers,
};

const errorTable = {
  section: 'Errors',
  text: 'The table of errors states the status, the text and the details of each condition.',
};

const errorSentence = { section: 'Errors', text: 'Error body: `{ success: false, error: <string>, details?: ... }`.' };

const problemSentences: Readonly<Partial<Record<ContractProblem, Sentence>>> = {
  status: { section: 'Endpoints', text: 'Success responses use `{ success: true, data }`.' },
  'content-type': { section: 'What the service does', text: 'The service exposes a JSON-over-HTTP interface.' },
  body: { section: 'What the service does', text: 'The service exposes a JSON-over-HTTP interface.' },
  envelope: {
    section: 'What the service does',
    text: 'Successful responses use the envelope `{ success: true, data: <object or array> }`.',
  },
};

/**
 * Returns the sentence of the specification that a finding is about: nothing for an additional field that no sentence
 * excludes.
 */
export function findSentence(operation: OperationName, finding: ContractFinding, status: number): Sentence | undefined {
  const { field, problem } = finding;
  const specific = fieldSentences[`${operation} ${field}`];
  if (specific) return specific;
  if (problem === 'error') return errorTable;
  if (status >= 400 && problem !== 'status') return errorSentence;
  const general = problemSentences[problem];
  if (general) return general;
  if (operation === 'categories.delete') return deletedCategory;
  const row = findFieldRow(findOperation(operation).resource, field);
  if (problem !== 'missing' || !row || !/\bnull\b/.test(row.text)) return row;
  return { ...row, text: `\`T | null\` means the field is always present but may be null. ${row.text}` };
}

/** Operations that the specification only names. */
export const namedOnly: ReadonlySet<OperationName> = new Set(['productParents.getProduct', 'paymentTerms.list']);

/** Fields of {@link fieldSentences} that a response may have, because the sentence does not exclude them. */
const allowedFields: ReadonlySet<string> = new Set([
  'addresses.get workspace_id',
  'addresses.update workspace_id',
  'products.update created_by',
  'products.update updated_by',
]);

/** Texts of products that no request sets, with the fields that may not take their places. */
export const readOnlyTexts: Readonly<Record<string, string | undefined>> = {
  'settings[product_type]': undefined,
  'settings[unit_of_measure]': undefined,
  'settings[language_code]': 'settings[language_id]',
  'settings[language_id]': 'settings[language_code]',
};

/** Fields of a price that describe its tax and its billing frequency: a new price has neither. */
const fieldsOfTax: ReadonlySet<string> = new Set([
  'default_tax_name',
  'default_tax_rate',
  'default_tax_amount',
  'default_tax_is_percentage',
  'billing_frequency_period',
  'billing_frequency_unit',
]);

/** Whether a finding contradicts no sentence: the specification leaves the point open. */
export function isOpenPoint(operation: OperationName, { field, problem }: ContractFinding): boolean {
  if (namedOnly.has(operation)) return true;
  if (problem === 'null') return isOptionalText(field);
  if (problem === 'missing' && fieldsOfTax.has(field)) return true;
  const subject = `${operation} ${field}`;
  return problem === 'additional' && (!(subject in fieldSentences) || allowedFields.has(subject));
}

/** Whether a record can lack a field until it is set: a text without `| null`, or the amount of a price. */
export function canBeUnset(path: string): boolean {
  return path === 'amount' || isOptionalText(path);
}

/** Whether a wire path, for example `inventory[sku]`, names a text field that can be unset. */
export function isOptionalText(path: string): boolean {
  return optionalTexts.has(/([a-z_]+)\]?$/.exec(path)?.[1] ?? '');
}
