import { type OperationName, operations } from '../../../src/contract/operations.ts';
import { isObject } from '../../shared/json.ts';
import { bodyFieldsOf, sampleValues } from '../body-fields.ts';
import { ifAny, NotRunError } from '../errors.ts';
import { describeResponse, type Exchange, type TokenName } from '../exchange.ts';
import { detailsOf, errorOf, type Json, textOf } from '../json.ts';
import { isCreation, type Params, readOperations, unusedId } from '../operations.ts';
import { type CheckContext, expectThat, isValidationError, type Rule, says } from '../rule.ts';
import { type SimilarToken, similarTokens } from '../similar-tokens.ts';
import { namedOnly } from '../specification/sentences.ts';

const unauthorized = says(
  'Authentication',
  'Missing or invalid token: HTTP 401, body `{ success: false, error: <message> }` (the message for an invalid token is a short text about the API token).',
);
/** A server may compare only a part of a token, or ignore the letter case. A token without letters has only one. */
const similar = Object.entries(similarTokens) as [SimilarToken, (typeof similarTokens)[SimilarToken]][];

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
    async check(context) {
      await expectUnauthorized(context, 'invalid', 'with an invalid token');
      const operation = readOperations.find(context.service.includes);
      if (operation === undefined) return;
      for (const [token, { phrase }] of similar) {
        const exchange = await context.service.call(operation, { params: { id: unusedId() }, token });
        expectStatus401(context, exchange, `with the token ${phrase}`);
      }
    },
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
        const isForbidden = errorOf(json) === 'Forbidden' && detailsOf(json) === undefined;
        expectThat(context, isForbidden, 'must be the error "Forbidden" without details', exchange);
      }
    },
  },
  {
    id: 'permissions.unchanged',
    sentences: [
      says('Authentication', 'Valid token lacking permission for the operation: HTTP 403.'),
      says('Authentication', "Every operation respects the token's permissions"),
    ],
    needs: ['limitedToken', 'writes'],
    async check(context) {
      const { service, records } = context;
      const address = await records.create('addresses.create');
      const product = await records.create('products.create');
      const changes = [
        ['addresses.update', 'addresses.get', address.id, 'comment'],
        ['products.update', 'products.get', product.id, 'reference'],
      ] as const;
      let count = 0;
      for (const [update, get, id, field] of changes) {
        const value = records.name();
        const exchange = await service.call(update, { params: { id }, body: { [field]: value }, token: 'limited' });
        if (exchange.status !== 403) continue;
        count += 1;
        const after = await service.record(get, { params: { id } });
        const message = `${update} changes \`${field}\`, although it returns 403`;
        expectThat(context, after.record[field] !== value, message, exchange);
      }
      if (count === 0) throw new NotRunError('the limited token may update addresses and products');
    },
  },
];

async function expectUnauthorized(context: CheckContext, token: TokenName, condition: string): Promise<void> {
  for (const exchange of await callAll(context, token)) expectStatus401(context, exchange, condition);
}

function expectStatus401(context: CheckContext, exchange: Exchange, condition: string): void {
  const { json, status, call } = exchange;
  // Another check may come first, and a path that the specification only names may be missing.
  if (isValidationError(exchange) || (status === 404 && call.operation && namedOnly.has(call.operation))) return;
  if (status !== 401)
    context.report(`${call.operation} ${condition} ${describeResponse(exchange)}, expected 401`, exchange);
  else if (!isObject(json) || json['success'] !== false || errorOf(json) === '') {
    context.report('the body of status 401 must be { success: false, error: <message> }', exchange);
  } else if (detailsOf(json) !== undefined) {
    context.report('the body of status 401 must have no details', exchange);
  }
}

/**
 * Calls each operation with a token, on records that do not exist. Bodies are valid if the token is not, because a
 * server may check bodies first. Otherwise they are invalid, so that nothing is created.
 */
async function callAll(context: CheckContext, token: TokenName): Promise<Exchange[]> {
  const exchanges: Exchange[] = [];
  for (const { name, method, body } of operations) {
    if ((method !== 'GET' && !context.allowWrites) || !context.service.includes(name)) continue;
    const params: Params = { id: unusedId(), product_id: unusedId() };
    const sent = body && (token === 'limited' ? {} : await validBody(context, name));
    exchanges.push(await context.service.call(name, { params, token, ...(sent && { body: sent }) }));
  }
  return exchanges;
}

async function validBody({ records }: CheckContext, operation: OperationName): Promise<Json> {
  if (isCreation(operation)) {
    // A server that creates no customers has no valid body of an address.
    return (await ifAny(records.bodyFor(operation))) ?? {};
  }
  if (operation === 'prices.update') return { is_setup: false };
  const field = bodyFieldsOf(operation)[0];
  return field ? { [field.key]: sampleValues(field)?.[0] } : {};
}
