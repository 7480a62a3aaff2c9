import { type MockPolicies, policyValues } from '../../controls/policies.ts';
import { isObject } from '../../shared/json.ts';
import { type Exchange, isSuccess } from '../exchange.ts';
import { isEqual, textOf } from '../json.ts';
import { unusedId } from '../operations.ts';
import { type Finding, findCommonValue, type Probe, type ProbeContext, undetermined, unknownValue } from '../probe.ts';
import { isValidationError, says } from '../rule.ts';
import { describeResponse } from '../service.ts';

const status400 = says('Errors', 'Body fails validation: 400 (stated for product PATCH), `Validation error`');

export const validationStatus: Probe<'validationStatus'> = {
  policy: 'validationStatus',
  sentence: status400,
  needsWrites: false,
  find: (context) => fromErrors(context, ({ status }) => status, policyValues.validationStatus),
};

export const validationDetails: Probe<'validationDetails'> = {
  policy: 'validationDetails',
  sentence: says(
    'Errors',
    '`details`: one of: array of strings; array of {`path`, `message`}; object mapping field to message',
  ),
  needsWrites: false,
  find: (context) => fromErrors(context, ({ json }) => describeDetails(json), policyValues.validationDetails),
};

export const validationOmitsSuccess: Probe<'validationOmitsSuccess'> = {
  policy: 'validationOmitsSuccess',
  sentence: says('Errors', 'Some validation responses omit `success`.'),
  needsWrites: false,
  find: (context) =>
    fromErrors(context, ({ json }) => !(isObject(json) && 'success' in json), policyValues.validationOmitsSuccess),
};

export const unknownFields: Probe<'unknownFields'> = {
  policy: 'unknownFields',
  sentence: says('Errors', 'unknown field sent in product PATCH: 400. Other operations: not shown.'),
  needsWrites: true,
  async find({ service, records, requirePermitted }) {
    const { record } = await records.own('addresses.create');
    const id = textOf(record, 'id');
    const updated = await service.call('addresses.update', {
      params: { id },
      body: { comment: records.name(), conformance_unknown: 'x' },
    });
    const body = { ...(await records.bodyFor('customers.create')), conformance_unknown: 'x' };
    const created = await records.tryCreate('customers.create', body);
    return findCommonValue(requirePermitted([updated, created]), reaction, policyValues.unknownFields);
  },
};

export const immutableFields: Probe<'immutableFields'> = {
  policy: 'immutableFields',
  sentence: says('Endpoints, Addresses', '`customer_id` cannot be changed. The response is not shown.'),
  needsWrites: true,
  async find({ service, records }) {
    const { record } = await records.own('addresses.create');
    const id = textOf(record, 'id');
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
    return findCommonValue(exchanges, (exchange) => reaction(exchange), policyValues.immutableFields);
  },
};

export const nullOnCreate: Probe<'nullOnCreate'> = {
  policy: 'nullOnCreate',
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
    const observe = (exchange: Exchange) => (isSuccess(exchange) ? 'accept' : reaction(exchange));
    return findCommonValue(requirePermitted(exchanges), observe, policyValues.nullOnCreate);
  },
};

function reaction(exchange: Exchange): string {
  if (isSuccess(exchange)) return 'ignore';
  return isValidationError(exchange) ? 'reject' : describeResponse(exchange);
}

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
    const address = await records.own('addresses.create').catch(() => undefined);
    const params = { id: textOf(address?.record, 'id') };
    if (address) candidates.push(await service.call('addresses.update', { params, body: { type: 'conformance' } }));
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
  const details = isObject(json) ? json['details'] : undefined;
  if (details === undefined || details === null) return 'none';
  if (isObject(details)) return Object.values(details).every((each) => typeof each === 'string') ? 'fields' : 'other';
  if (!Array.isArray(details)) return `a ${typeof details}`;
  if (details.every((each) => typeof each === 'string')) return 'strings';
  return details.every((each) => isObject(each) && 'path' in each && 'message' in each) ? 'issues' : 'other';
}
