import { isEquivalent } from '../compare-values.ts';
import { NotRunError } from '../errors.ts';
import { type Exchange, isSuccess } from '../exchange.ts';
import { dataOf, type Json, recordIn, stringsIn, textOf } from '../json.ts';
import { type CreateOperation, type GetOperation, type ListOperation, listOperations } from '../operations.ts';
import { type CheckContext, expectThat, isSnakeCase, type Rule, says } from '../rule.ts';
import type { List } from '../service.ts';
import { differingFields } from './changed-fields.ts';

/** Milliseconds after which a list that lacks a record is read again: a list may lag. */
const delays = [0, 2000, 8000, 20_000];

const creations: Readonly<Record<ListOperation, readonly CreateOperation[]>> = {
  'customers.list': ['customers.create'],
  'addresses.list': ['addresses.create'],
  'productParents.list': ['productParents.create', 'products.create'],
};

const sentences = {
  'customers.list': says('Endpoints, Customers', 'GET /api/customers: `data`: array of customer objects'),
  'addresses.list': says('Endpoints, Addresses', 'GET /api/addresses: `data`: array of addresses'),
  'productParents.list': says(
    'Endpoints, Product parents',
    'GET /api/product-parents: `data`: array of product parents',
  ),
};

/** Compares whole lists with the records of the run, after all other checks. */
export const listRules: readonly Rule[] = [
  ...listOperations.map(completeRule),
  linkedRule('addresses.list', 'addresses.get', 'customers.list', (customer) => stringsIn(customer['address_ids'])),
  linkedRule('customers.list', 'customers.get', 'addresses.list', (address) => [textOf(address, 'customer_id')]),
  {
    id: 'creations.rejected',
    sentences: [says('Errors', 'Body fails validation: `Validation error`')],
    needs: ['writes'],
    isLast: true,
    async check(context) {
      const { exchanges, service, report } = context;
      const accepted = new Set(exchanges.filter(isSuccess).map(nameOf));
      const rejected = exchanges.filter(
        (exchange) =>
          exchange.call.method === 'POST' && exchange.status >= 400 && exchange.status < 500 && !exchange.isRepeated,
      );
      const byName = new Map(rejected.map((exchange) => [nameOf(exchange), exchange] as const));
      for (const operation of listOperations.filter(service.includes)) {
        for (const record of (await service.list(operation)).records) {
          const name = textOf(record, 'name');
          const exchange = accepted.has(name) ? undefined : byName.get(name);
          if (exchange && name !== '') {
            report(
              `${exchange.call.operation} stores a record, although it returns status ${exchange.status}`,
              exchange,
            );
          }
        }
      }
    },
  },
  {
    id: 'records.one-workspace',
    sentences: [says('Authentication', 'Each token is bound to one workspace.')],
    needs: [],
    isLast: true,
    async check({ exchanges, report }) {
      const own = exchanges.filter((exchange) => (exchange.call.token ?? 'main') === 'main' && isSuccess(exchange));
      const shown = own.flatMap((exchange) => {
        const id = textOf(dataOf(exchange.json), 'workspace_id').toLowerCase();
        return id === '' ? [] : [{ id, exchange }];
      });
      const [first] = shown;
      if (!first) throw new NotRunError('no record shows its workspace');
      const other = shown.find(({ id }) => id !== first.id);
      if (other) report('`workspace_id` is not that of other records of the token', other.exchange);
    },
  },
  {
    id: 'api-names.unique',
    sentences: [says('Resources and their fields, Product parent', '`api_name`: snake_case, unique')],
    needs: ['writes'],
    isLast: true,
    async check(context) {
      const { records, service } = context;
      const { record } = await records.own('productParents.create');
      const body = { ...(await records.bodyFor('products.create')), api_name: record['api_name'] };
      const created = await records.tryCreate('products.create', body);
      const { records: parents, exchange } = await service.list('productParents.list');
      const names = parents.map((parent) => textOf(parent, 'api_name')).filter(Boolean);
      const message = '`api_name` of product parents must be unique';
      expectThat(context, new Set(names).size === names.length, message, isSuccess(created) ? created : exchange);
      expectThat(context, names.every(isSnakeCase), '`api_name` of a product parent is not snake_case', exchange);
    },
  },
];

/** Each record of the run is in the list once, as it is stored. */
function completeRule(operation: ListOperation): Rule {
  return {
    id: `${operation}.complete`,
    sentences: [sentences[operation]],
    needs: ['writes'],
    isLast: true,
    async check(context) {
      const created = createdIds(context.exchanges, creations[operation]);
      if (created.length === 0) throw new NotRunError('the run created none of these records');
      let list: List | undefined;
      let problem: Problem | undefined;
      for (const delay of delays) {
        if (delay > 0) await context.service.sender.wait(delay);
        list = await context.service.list(operation);
        problem = await findProblem(context, operation, list, created);
        if (!problem) return;
      }
      if (!list || !problem || list.isTruncated) return;
      const isOpen = problem.missing !== undefined && (await hasLargestSize(context, operation, list));
      if (isOpen) context.observe(`${operation} has a largest size`, list.exchange);
      else context.report(problem.message, list.exchange);
    },
  };
}

/** Each record that others link to is in the list, unless the list has a largest size that it has reached. */
function linkedRule(
  list: 'addresses.list' | 'customers.list',
  get: GetOperation,
  source: ListOperation,
  linksOf: (record: Json) => readonly string[],
): Rule {
  const creation = list === 'addresses.list' ? 'addresses.create' : 'customers.create';
  return {
    id: `${list}.linked`,
    sentences: [sentences[list]],
    needs: ['writes'],
    async check(context) {
      const linking = await context.service.list(source);
      const linked = new Set(linking.records.flatMap(linksOf).filter(Boolean));
      const before = await context.service.list(list);
      const missing = [...linked].find((id) => !hasRecord(before.records, id));
      if (missing === undefined || before.isTruncated) return;
      const { id } = await context.records.create(creation);
      const after = await context.service.list(list);
      if (after.isTruncated || after.records.length <= before.records.length || !hasRecord(after.records, id)) {
        throw new NotRunError(`${list} may have reached its largest size`);
      }
      const exists = isSuccess(await context.service.call(get, { params: { id: missing } }));
      const isMissing = exists && !hasRecord(after.records, missing);
      expectThat(context, !isMissing, `${list} is missing a record that ${source} links to`, after.exchange);
    },
  };
}

function hasRecord(records: List['records'], id: string): boolean {
  return records.some((record) => isEquivalent(record['id'], id));
}

interface Problem {
  readonly message: string;
  readonly missing?: string;
}

async function findProblem(
  { service }: CheckContext,
  operation: ListOperation,
  { records }: List,
  created: readonly string[],
): Promise<Problem | undefined> {
  const ids = records.map((record) => textOf(record, 'id').toLowerCase());
  const missing = created.filter((id) => !ids.includes(id));
  const [id] = missing;
  const isReadable = id !== undefined && (await canBeRead(service, operation, id));
  if (isReadable)
    return { message: `${operation} lacks ${missing.length} of ${created.length} new records`, missing: id };
  if (new Set(ids).size < ids.length) {
    return { message: `${operation} contains ${ids.length - new Set(ids).size} records more than once` };
  }
  if (operation === 'productParents.list') return undefined;
  const get = operation === 'customers.list' ? 'customers.get' : 'addresses.get';
  for (const own of [created[0], created[Math.floor(created.length / 2)], created.at(-1)]) {
    const listed = records.find((record) => textOf(record, 'id').toLowerCase() === own);
    if (!listed || own === undefined) continue;
    const stored = await service.call(get, { params: { id: textOf(listed, 'id') } });
    const fields = isSuccess(stored) ? differingFields(listed, recordIn(stored.json)) : [];
    const names = fields.map((field) => `\`${field}\``).join(', ');
    if (fields.length > 0) return { message: `${operation} and ${get} differ in ${names}` };
  }
  return undefined;
}

/** No operation reads a product parent by its id: a successful creation is enough. */
async function canBeRead(service: CheckContext['service'], operation: ListOperation, id: string): Promise<boolean> {
  if (operation === 'productParents.list') return true;
  const get = operation === 'customers.list' ? 'customers.get' : 'addresses.get';
  return isSuccess(await service.call(get, { params: { id } }));
}

/** Whether a list stays as long as it is after another record was created. */
async function hasLargestSize(
  { service, records }: CheckContext,
  operation: ListOperation,
  list: List,
): Promise<boolean> {
  const [creation = 'customers.create'] = creations[operation];
  await records.create(creation);
  await service.sender.wait(delays.at(-1) ?? 0);
  const longer = await service.list(operation);
  return longer.records.length === list.records.length;
}

function createdIds(exchanges: readonly Exchange[], operations: readonly CreateOperation[]): string[] {
  return exchanges.flatMap((exchange) => {
    const { operation, token = 'main' } = exchange.call;
    if (!isSuccess(exchange) || token !== 'main' || !operations.some((each) => each === operation)) return [];
    const data = recordIn(exchange.json);
    const id = textOf(data, operation === 'products.create' ? 'product_parent_id' : 'id');
    return id === '' ? [] : [id.toLowerCase()];
  });
}

function nameOf({ call }: Exchange): string {
  return textOf(call.body, 'name');
}
