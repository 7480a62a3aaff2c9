import { operations } from '../../../src/contract/operations.ts';
import { isObject } from '../../shared/json.ts';
import { type Exchange, isSuccess, NotRunError, type TokenName } from '../exchange.ts';
import { dataOf, textOf } from '../json.ts';
import { type Params, unusedId } from '../operations.ts';
import { type CheckContext, expectThat, type Rule, says } from '../rule.ts';
import { describeResponse } from '../service.ts';

const unauthorized = says(
  'Authentication',
  'Missing or invalid token: HTTP 401, body `{ success: false, error: <message> }` (the message for an invalid token is a short text about the API token).',
);
const bound = says(
  'Authentication',
  "Each token is bound to one workspace. Every operation reads and writes only that workspace's data, respects the token's permissions, and is subject to workspace-level rate limits.",
);
const limited = says('What the service does', 'All reads and writes are limited to that workspace.');

export const accessRules: readonly Rule[] = [
  {
    id: 'auth.missing-token',
    sentences: [
      unauthorized,
      says('Endpoints', 'Every endpoint requires the `Authorization` header (see Authentication).'),
      says('What the service does', 'Every request is authenticated with a bearer API token.'),
    ],
    needs: [],
    check: (context) => expectUnauthorized(context, 'none', 'without a token'),
  },
  {
    id: 'auth.invalid-token',
    sentences: [
      unauthorized,
      says('Authentication', 'Every request carries the header `Authorization: Bearer <API_TOKEN>`.'),
    ],
    needs: [],
    check: (context) => expectUnauthorized(context, 'invalid', 'with an invalid token'),
  },
  {
    id: 'auth.one-workspace',
    sentences: [says('What the service does', 'Each token belongs to exactly one workspace.')],
    needs: [],
    async check(context) {
      const { records } = context;
      const customers = await records.list('customers.list');
      const addresses = await records.list('addresses.list');
      const ids = new Set(
        [...customers.records, ...addresses.records].map((record) => textOf(record, 'workspace_id')).filter(Boolean),
      );
      if (ids.size === 0) throw new NotRunError('the workspace has neither customers nor addresses');
      expectThat(context, ids.size === 1, `lists contain records of ${ids.size} workspaces`, customers.exchange);
    },
  },
  {
    id: 'permissions.forbidden',
    sentences: [
      says('Authentication', 'Valid token lacking permission for the operation: HTTP 403.'),
      says('Errors', 'Token lacks permission: 403, `Forbidden`, details none'),
    ],
    needs: ['limitedToken'],
    async check(context) {
      const exchanges = await callAll(context, 'limited');
      const rejected = exchanges.filter(({ status }) => status === 403);
      for (const exchange of exchanges) {
        if (exchange.status === 401) context.report('the limited token returned status 401, expected 403', exchange);
      }
      if (rejected.length === 0)
        throw new NotRunError('the limited token has the permissions of all operations called');
      for (const exchange of rejected) {
        const { json } = exchange;
        const isForbidden = isObject(json) && json['error'] === 'Forbidden' && !('details' in json);
        expectThat(context, isForbidden, 'must be the error "Forbidden" without details', exchange);
      }
    },
  },
  {
    id: 'isolation.reads',
    sentences: [bound, limited],
    needs: ['secondToken'],
    async check(context) {
      const { service, records } = context;
      const [address] = (await records.list('addresses.list')).records;
      const [product] = await records.products().catch(() => []);
      const customer = await records.customer();
      const targets = [
        ['customers.get', textOf(customer.record, 'id')],
        ['addresses.get', textOf(address, 'id')],
        ['products.get', textOf(product?.record, 'id')],
      ] as const;
      for (const [operation, id] of targets) {
        if (id === '') continue;
        const exchange = await service.call(operation, { params: { id }, token: 'second' });
        const isSame = isSuccess(exchange) && textOf(dataOf(exchange.json), 'id') === id;
        expectThat(context, !isSame, `${operation} returns a record of another workspace`, exchange);
      }
    },
  },
  {
    id: 'isolation.lists',
    sentences: [bound, limited],
    needs: ['secondToken'],
    async check(context) {
      const { service, records } = context;
      for (const operation of ['customers.list', 'addresses.list', 'productParents.list'] as const) {
        const own = new Set((await records.list(operation)).records.map((record) => textOf(record, 'id')));
        const other = await service.list(operation, { token: 'second' });
        const shared = other.records.filter((record) => own.has(textOf(record, 'id')));
        const message = `${operation} returns ${shared.length} records of another workspace`;
        expectThat(context, shared.length === 0, message, other.exchange);
      }
    },
  },
  {
    id: 'isolation.writes',
    sentences: [bound, limited],
    needs: ['secondToken', 'writes'],
    async check(context) {
      const { service, records } = context;
      const { record } = await records.create('addresses.create');
      const id = textOf(record, 'id');
      const before = await service.get('addresses.get', id);
      const body = { comment: 'changed by another workspace' };
      const exchange = await service.call('addresses.update', { params: { id }, body, token: 'second' });
      expectThat(context, !isSuccess(exchange), 'a token of another workspace can update an address', exchange);
      const after = await service.record('addresses.get', { params: { id } });
      const message = 'a token of another workspace changed an address';
      expectThat(context, before['comment'] === after.record['comment'], message, after.exchange);
      const foreign = { ...(await records.bodyFor('addresses.create')), name: records.name() };
      const created = await service.call('addresses.create', { body: foreign, token: 'second' });
      const linked = 'an address can be created for a customer of another workspace';
      expectThat(context, !isSuccess(created), linked, created);
    },
  },
];

async function expectUnauthorized(context: CheckContext, token: TokenName, condition: string): Promise<void> {
  for (const exchange of await callAll(context, token)) {
    const { json, status, call } = exchange;
    if (status !== 401)
      context.report(`${call.operation} ${condition} ${describeResponse(exchange)}, expected 401`, exchange);
    else if (
      !isObject(json) ||
      json['success'] !== false ||
      typeof json['error'] !== 'string' ||
      json['error'] === ''
    ) {
      context.report('the body of status 401 must be { success: false, error: <message> }', exchange);
    } else if (json['details'] !== undefined) {
      context.report('the body of status 401 must have no details', exchange);
    }
  }
}

/** Calls each operation with a token, on records that do not exist. Bodies are invalid, so that nothing is created. */
async function callAll({ service, allowWrites }: CheckContext, token: TokenName): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for (const { name, method, body } of operations) {
    if (method !== 'GET' && !allowWrites) continue;
    const params: Params = { id: unusedId(), product_id: unusedId() };
    exchanges.push(await service.call(name, { params, token, ...(body && { body: {} }) }));
  }
  return exchanges;
}
