import { parseTimestamp } from '../../../src/contract/timestamp.ts';
import type { Pagination } from '../../controls/policies.ts';
import { type Exchange, isSuccess } from '../exchange.ts';
import { dataOf, objectsIn, textOf } from '../json.ts';
import type { CreateOperation, ListOperation } from '../operations.ts';
import { describeReaction, findCommonValue, found, type Probe, undetermined } from '../probe.ts';
import { says } from '../rule.ts';
import { nextUrl } from '../service.ts';

const notShown = says(
  'Endpoints, Gaps',
  'Sorting, filtering and paging of list endpoints other than the `customer_id` filter: not shown.',
);

const lists: readonly (readonly [CreateOperation, ListOperation])[] = [
  ['customers.create', 'customers.list'],
  ['addresses.create', 'addresses.list'],
  ['productParents.create', 'productParents.list'],
];

export const listOrder: Probe<'listOrder'> = {
  sentence: notShown,
  async find({ service, exchanges }) {
    const orders = new Map<Exchange, string>();
    for (const [creation, operation] of lists.filter(([, list]) => service.includes(list))) {
      const { records, exchange } = await service.list(operation);
      const created = exchanges.filter(
        (each) => each.call.operation === creation && each.call.token === 'main' && isSuccess(each),
      );
      const ids = records.map((record) => textOf(record, 'id'));
      const order = orderOfIds(ids, created) ?? orderOfTimes(records);
      if (order !== undefined) orders.set(exchange, order);
    }
    const observe = (exchange: Exchange) => orders.get(exchange) ?? '';
    return orders.size > 0
      ? findCommonValue([...orders.keys()], observe, ['oldest-first', 'newest-first'])
      : undetermined('no list has records whose order of creation is known');
  },
};

/** Compares a list with the order in which its records were created. Two records say too little. */
function orderOfIds(list: readonly string[], created: readonly Exchange[]): string | undefined {
  const listed = created.flatMap(({ json, span }) => {
    const position = list.indexOf(textOf(dataOf(json), 'id'));
    return position === -1 ? [] : [{ position, span }];
  });
  // Creations at the same time have no order.
  const steps = listed.flatMap(({ position, span }) =>
    listed.flatMap((later) => (later.span.start > span.end ? [later.position - position] : [])),
  );
  return steps.length > 2 ? orderOf(steps) : undefined;
}

function orderOfTimes(records: readonly object[]): string | undefined {
  const times = objectsIn(records).map((record) => parseTimestamp(textOf(record, 'created_at')) ?? Number.NaN);
  const steps = times.slice(1).map((time, index) => time - (times[index] ?? time));
  return new Set(times).size > 2 ? orderOf(steps) : undefined;
}

/** Names an order by the differences between its values. */
function orderOf(steps: readonly number[]): string {
  if (steps.every((step) => step >= 0)) return 'oldest-first';
  return steps.every((step) => step <= 0) ? 'newest-first' : 'an order that is not that of creation';
}

export const pagination: Probe<'pagination'> = {
  sentence: says('Limits', 'Page size and maximum result counts for list endpoints: not shown.'),
  // Reads the lists of the exchanges so far. A list without a link can be complete or cut off without a notice.
  async find({ exchanges }) {
    for (const exchange of exchanges) {
      const data = dataOf(exchange.json);
      if (!Array.isArray(data) || data.length === 0) continue;
      if (nextUrl(exchange) !== undefined) return found<Pagination>(`link:${data.length}`, exchange);
    }
    return undetermined('no list has a Link header that leads to another page');
  },
};

export const unknownParameters: Probe<'unknownParameters'> = {
  sentence: notShown,
  async find({ service, requirePermitted }) {
    const exchanges = [
      await service.call('customers.list', { query: { conformance_unknown: 'x' } }),
      await service.call('addresses.list', { query: { conformance_unknown: 'x' } }),
    ];
    return findCommonValue(requirePermitted(exchanges), describeReaction, ['ignore', 'reject']);
  },
};
