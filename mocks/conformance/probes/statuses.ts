import { findOperation } from '../../../src/contract/operations.ts';
import { policyValues } from '../../controls/policies.ts';
import { describeResponse, type Exchange, isSuccess } from '../exchange.ts';
import { errorOf } from '../json.ts';
import { createOperations, readOperations, unusedId } from '../operations.ts';
import { findCommonValue, findCreations, found, type Probe, undetermined, unknownValue } from '../probe.ts';
import { says } from '../rule.ts';

export const createdStatus: Probe<'createdStatus'> = {
  sentence: says('Endpoints, Gaps', 'Success status codes of all endpoints: not shown.'),
  needsWrites: true,
  async find({ records }) {
    const exchanges = await findCreations(records, createOperations);
    if (exchanges.length === 0) return undetermined('no record could be created');
    return findCommonValue(exchanges, ({ status }) => status, policyValues.createdStatus);
  },
};

export const notFoundStatus: Probe<'notFoundStatus'> = {
  sentence: says('Endpoints, Gaps', 'Status codes for not-found and malformed-id responses: not shown.'),
  async find({ service }) {
    const exchanges: Exchange[] = [];
    for (const operation of readOperations.filter(service.includes)) {
      const exchange = await service.call(operation, { params: { id: unusedId() } });
      if (errorOf(exchange.json) === `${findOperation(operation).resource} not found`) exchanges.push(exchange);
    }
    if (exchanges.length === 0) return undetermined('no response to an unknown id has the text "<Resource> not found"');
    return findCommonValue(exchanges, ({ status }) => status, policyValues.notFoundStatus);
  },
};

export const malformedIdStatus: Probe<'malformedIdStatus'> = {
  sentence: says('Endpoints, Gaps', 'Status codes for not-found and malformed-id responses: not shown.'),
  async find({ service, requirePermitted }) {
    const exchanges: Exchange[] = [];
    for (const operation of readOperations.filter(service.includes))
      exchanges.push(await service.call(operation, { params: { id: 'not-a-uuid' } }));
    const accepted = exchanges.find(isSuccess);
    if (accepted) return unknownValue('accepted', accepted);
    return findCommonValue(requirePermitted(exchanges), ({ status }) => status, policyValues.malformedIdStatus);
  },
};

export const duplicateApiName: Probe<'duplicateApiName'> = {
  sentence: says(
    'Resources and their fields, Product parent',
    '`api_name`: snake_case, unique. The error is not shown.',
  ),
  needsWrites: true,
  async find({ records }) {
    const { record } = await records.own('productParents.create');
    const body = { ...(await records.bodyFor('productParents.create')), api_name: record['api_name'] };
    const exchange = await records.tryCreate('productParents.create', body);
    const { status } = exchange;
    if (status === 409 || status === 400) return found(status, exchange);
    return unknownValue(describeResponse(exchange), exchange);
  },
};
