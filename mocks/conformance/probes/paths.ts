import { findOperation } from '../../../src/contract/operations.ts';
import { describeResponse, isSuccess } from '../exchange.ts';
import { errorOf, textOf } from '../json.ts';
import { swapCase } from '../operations.ts';
import { found, type Probe, type ProbeContext, undetermined, unknownValue } from '../probe.ts';
import { says } from '../rule.ts';

export const trailingSlash: Probe<'trailingSlash'> = {
  sentence: says('What the service does', 'Paths are rooted at `/api/`. A slash at the end of a path is not shown.'),
  async find({ service, records }) {
    service.assertIncluded('customers.list');
    const exchange = await service.request({ method: 'GET', url: '/api/customers/' });
    // Throws if the token lacks the permission for this list.
    if (exchange.status === 403) await records.list('customers.list');
    if (isSuccess(exchange)) return found('accept', exchange);
    return exchange.status === 404 ? found('reject', exchange) : unknownValue(describeResponse(exchange), exchange);
  },
};

export const otherCaseIds: Probe<'otherCaseIds'> = {
  sentence: says('Endpoints, Conventions', '`{id}` is a UUID path parameter. Its letter case is not shown.'),
  async find({ service, records }) {
    const id = await letteredId(records);
    if (id === undefined) return undetermined('no customer has an id with a letter');
    const exchange = await service.call('customers.get', { params: { id: swapCase(id) } });
    if (isSuccess(exchange)) return found('accept', exchange);
    const malformed = await service.call('customers.get', { params: { id: 'not-a-uuid' } });
    const isMalformed = malformed.status === exchange.status && errorOf(malformed.json) === errorOf(exchange.json);
    if (errorOf(exchange.json) === `${findOperation('customers.get').resource} not found`) {
      if (isMalformed) return undetermined('the errors for an unknown and for a malformed id are the same');
      return found('not-found', exchange);
    }
    return isMalformed ? found('malformed', exchange) : unknownValue(describeResponse(exchange), exchange);
  },
};

async function letteredId(records: ProbeContext['records']): Promise<string | undefined> {
  const { records: customers } = await records.list('customers.list');
  const created = records.created.filter(({ operation }) => operation === 'customers.create');
  const ids = [...customers.map((customer) => textOf(customer, 'id')), ...created.map(({ id }) => id)];
  return ids.find((id) => /[a-f]/i.test(id));
}
