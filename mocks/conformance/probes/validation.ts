import { type MockPolicies, policyValues } from '../../controls/policies.ts';
import { isObject } from '../../shared/json.ts';
import { isEqual } from '../compare-values.ts';
import { ifAny } from '../errors.ts';
import { describeResponse, type Exchange, isSuccess } from '../exchange.ts';
import { detailsOf } from '../json.ts';
import { unusedId } from '../operations.ts';
import {
  describeReaction,
  type Finding,
  findCommonValue,
  type Probe,
  type ProbeContext,
  undetermined,
  unknownValue,
} from '../probe.ts';
import { isValidationError, says } from '../rule.ts';

const status400 = says('Errors', 'Body fails validation: 400 (stated for product PATCH), `Validation error`');

export const validationStatus: Probe<'validationStatus'> = {
  sentence: status400,
  find: (context) => fromErrors(context, ({ status }) => status, policyValues.validationStatus),
};

export const validationDetails: Probe<'validationDetails'> = {
  sentence: says(
    'Errors',
    '`details`: one of: array of strings; array of {`path`, `message`}; object mapping field to message',
  ),
  find: (context) => fromErrors(context, ({ json }) => describeDetails(json), policyValues.validationDetails),
};

export const validationOmitsSuccess: Probe<'validationOmitsSuccess'> = {
  sentence: says('Errors', 'Some validation responses omit `success`.'),
  find: (context) =>
    fromErrors(context, ({ json }) => !(isObject(json) && 'success' in json), policyValues.validationOmitsSuccess),
};

export const unknownFields: Probe<'unknownFields'> = {
  sentence: says('Errors', 'unknown field sent in product PATCH: 400. Other operations: not shown.'),
  needsWrites: true,
  async find({ service, records, requirePermitted }) {
    const { id } = await records.own('addresses.create');
    const updated = await service.call('addresses.update', {
      params: { id },
      body: { comment: records.name(), conformance_unknown: 'x' },
    });
    const body = { ...(await records.bodyFor('customers.create')), conformance_unknown: 'x' };
    const created = await records.tryCreate('customers.create', body);
    return findCommonValue(requirePermitted([updated, created]), describeReaction, policyValues.unknownFields);
  },
};

export const immutableFields: Probe<'immutableFields'> = {
  sentence: says('Endpoints, Addresses', '`customer_id` cannot be changed. The response is not shown.'),
  needsWrites: true,
  async find({ service, records }) {
    const { id, record } = await records.own('addresses.create');
    const exchanges: Exchange[] = [];
    for (const body of [{ customer_id: unusedId() }, { created_at: '2020-01-01T00:00:00.000Z' }]) {
      // With another field, because an update of nothing may be rejected.
      const sent = { ...body, comment: records.name() };
      const exchange = await service.call('addresses.update', { params: { id }, body: sent });
      const after = await service.get('addresses.get', id);
      const [field] = Object.keys(body);
      if (field !== undefined && isSuccess(exchange) && !isEqual(after[field], record[field])) {
        return unknownValue(`\`${field}\` was changed`, exchange);
      }
      exchanges.push(exchange);
    }
    return findCommonValue(exchanges, describeReaction, policyValues.immutableFields);
  },
};

export const nullOnCreate: Probe<'nullOnCreate'> = {
  sentence: says('Endpoints, Customers', '`segment_id` UUID string, in a creation. It reads as UUID or null.'),
  needsWrites: true,
  async find({ records, requirePermitted }) {
    const exchanges: Exchange[] = [];
    for (const [operation, field] of [
      ['customers.create', 'segment_id'],
      ['products.create', 'shipping[weight]'],
    ] as const) {
      exchanges.push(await records.tryCreate(operation, { ...(await records.bodyFor(operation)), [field]: null }));
    }
    const observe = (exchange: Exchange) => (isSuccess(exchange) ? 'accept' : describeReaction(exchange));
    return findCommonValue(requirePermitted(exchanges), observe, policyValues.nullOnCreate);
  },
};

/** Reads a policy off validation errors: one that needs no writes, and those of bodies if writes are allowed. */
async function fromErrors<Value extends MockPolicies[keyof MockPolicies]>(
  { service, records, allowWrites, requirePermitted }: ProbeContext,
  observe: (exchange: Exchange) => string | number | boolean,
  values: readonly Value[],
): Promise<Finding<Value>> {
  const candidates = [await service.call('addresses.list', { query: { customer_id: 'not-a-uuid' } })];
  if (allowWrites) {
    candidates.push(await records.tryCreate('customers.create', { name: records.name() }));
    candidates.push(await records.tryCreate('catalogs.create', {}));
    const address = await ifAny(records.own('addresses.create'));
    if (address) {
      const options = { params: { id: address.id }, body: { type: 'conformance' } };
      candidates.push(await service.call('addresses.update', options));
    }
  }
  const errors = candidates.filter(isValidationError);
  if (errors.length > 0) return findCommonValue(errors, observe, values);
  const rejected = requirePermitted(candidates).find((exchange) => exchange.status >= 400);
  if (rejected && allowWrites) return unknownValue(describeResponse(rejected), rejected);
  return undetermined(
    `an invalid query ${candidates[0] ? describeResponse(candidates[0]) : ''}, and bodies are only sent if writes are allowed`,
  );
}

/** Returns the shape of the details of an error. */
export function describeDetails(json: unknown): string {
  const details = detailsOf(json);
  if (details === undefined) return 'none';
  if (isObject(details)) return Object.values(details).every((each) => typeof each === 'string') ? 'fields' : 'other';
  if (!Array.isArray(details)) return `a ${typeof details}`;
  if (details.every((each) => typeof each === 'string')) return 'strings';
  return details.every((each) => isObject(each) && 'path' in each && 'message' in each) ? 'issues' : 'other';
}
