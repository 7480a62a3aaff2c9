import { findOperation } from '../../../src/contract/operations.ts';
import { bodyFieldsOf, sampleValues } from '../body-fields.ts';
import { isEqual } from '../compare-values.ts';
import { NotRunError } from '../errors.ts';
import { describeResponse, type Exchange, isSuccess } from '../exchange.ts';
import { errorOf, type Json, leavesOf } from '../json.ts';
import { unusedId } from '../operations.ts';
import { type CheckContext, expectThat, type Rule, says } from '../rule.ts';
import { changedFields } from './changed-fields.ts';
import { type Update, type UpdateOperation, updates } from './update-targets.ts';

const notFound = says('Errors', 'Record not found: text `<Resource> not found`, details none');
const malformed = says('Errors', 'Product id malformed: text about an invalid product ID format, details none');
const filter = says('Endpoints, Addresses', 'optional query `customer_id` (UUID) filters by customer');

/** Requests that a server rejects, and that must change nothing. */
export const rejectionRules: readonly Rule[] = [
  ...updates.map(atomicRule),
  ...updates.map(({ operation }) => unknownIdRule(operation)),
  unknownIdRule('categories.delete'),
  {
    id: 'products.update.malformed-id',
    sentences: [malformed],
    needs: ['writes'],
    async check(context) {
      const body = { reference: context.records.name() };
      const exchange = await context.service.call('products.update', { params: { id: 'not-a-uuid' }, body });
      expectMalformedId(context, exchange);
    },
  },
  {
    id: 'addresses.list.unknown-customer',
    sentences: [filter],
    needs: [],
    async check(context) {
      const all = await context.records.list('addresses.list');
      if (all.records.length === 0) throw new NotRunError('the workspace has no address');
      const exchange = await context.service.call('addresses.list', { query: { customer_id: unusedId() } });
      if (!isSuccess(exchange)) return;
      const { records } = await context.service.readPages(exchange);
      const message = `the filter with an unknown \`customer_id\` returns ${records.length} addresses`;
      expectThat(context, records.length === 0, message, exchange);
    },
  },
];

/** Reports a difference unless the response to a malformed product id says so. */
export function expectMalformedId(context: CheckContext, exchange: Exchange): void {
  const isAboutId = /\b(?:u?u?ids?|identifier|format|malformed)\b/i.test(errorOf(exchange.json));
  const message = `a malformed product id ${describeResponse(exchange)}, expected a text about an invalid product ID format`;
  expectThat(context, !isSuccess(exchange) && isAboutId, message, exchange);
}

/** Values that the specification rules out, for one or two fields of each update. */
const invalidBodies: Readonly<Record<UpdateOperation, readonly Json[]>> = {
  'contacts.update': [{ role: ['conformance'] }, { customer_id: unusedId() }],
  'addresses.update': [{ type: 'conformance' }, { customer_id: unusedId() }],
  'categories.update': [{ is_active: 'conformance' }, { api_name: 'conformance_renamed' }],
  'products.update': [{ is_active: 'conformance' }, { name: 'D' }, { api_name: 'conformance_renamed' }],
  'prices.update': [{ pricing_model: 'conformance' }, { amount: -1 }, { product_id: unusedId() }],
};

/** A rejected update stores nothing: neither the fields before the invalid one, nor those after it. */
function atomicRule(update: Update): Rule {
  const { operation, needs } = update;
  return {
    id: `${operation}.rejected`,
    sentences: [says('Errors', 'Body fails validation: `Validation error`')],
    needs,
    async check(context) {
      const target = await update.open(context);
      const params = { id: target.id };
      let before = (await target.read()).record;
      let count = 0;
      for (const invalid of invalidBodies[operation]) {
        const { first, last } = validFields(context, operation, before, Object.keys(invalid));
        const exchange = await context.service.call(operation, { params, body: { ...first, ...invalid, ...last } });
        // The rules about values and immutable fields report what is accepted.
        if (isSuccess(exchange)) {
          before = (await target.read()).record;
          continue;
        }
        count += 1;
        const { record } = await target.read();
        const changed = changedFields(operation, before, record).map((name) => `\`${name}\``);
        const message = `a rejected update changes ${changed.join(', ')}`;
        expectThat(context, changed.length === 0, message, exchange);
        before = record;
      }
      if (count === 0) throw new NotRunError('the server rejects none of the updates');
    },
  };
}

/** Returns new values for the fields that do not depend on others, in two halves. */
function validFields(context: CheckContext, operation: UpdateOperation, record: Json, omitted: readonly string[]) {
  const leaves = leavesOf(record);
  const unset = /^(?:is_setup|is_pay_as_you_go|description_inherit_from_product)$/;
  const companions =
    /^(?:pricing_model|.*_tiers|percent|price_percentage_type|cost.*|floor_price|engagement.*|period.*)$/;
  const fields = bodyFieldsOf(operation).filter(({ key }) => !omitted.includes(key) && !unset.test(key));
  const entries = fields.flatMap((field) => {
    const samples = sampleValues(field, context.records.uniqueDigits());
    if (!samples || (operation === 'prices.update' && companions.test(field.key))) return [];
    return [[field.key, isEqual(leaves.get(field.key), samples[0]) ? samples[1] : samples[0]] as const];
  });
  const half = Math.ceil(entries.length / 2);
  return { first: Object.fromEntries(entries.slice(0, half)), last: Object.fromEntries(entries.slice(half)) };
}

function unknownIdRule(operation: UpdateOperation | 'categories.delete'): Rule {
  const { resource } = findOperation(operation);
  return {
    id: `${operation}.not-found`,
    sentences: [notFound],
    needs: ['writes'],
    async check(context) {
      const body = operation === 'categories.delete' ? undefined : validUpdate(context, operation);
      const options = { params: { id: unusedId() }, ...(body && { body }) };
      const exchange = await context.service.call(operation, options);
      const isNotFound = !isSuccess(exchange) && errorOf(exchange.json) === `${resource} not found`;
      const message = `an unknown id ${describeResponse(exchange)}, expected the error "${resource} not found"`;
      expectThat(context, isNotFound, message, exchange);
    },
  };
}

/** Returns a body that is valid for any record. */
function validUpdate(context: CheckContext, operation: UpdateOperation): Json {
  if (operation === 'prices.update') return { is_setup: false };
  const field = bodyFieldsOf(operation).find(({ type }) => type === 'string');
  return field ? { [field.key]: sampleValues(field, context.records.uniqueDigits())?.[0] } : {};
}
