import { RunStoppedError } from './errors.ts';
import { describeResponse, type Exchange, isSuccess, tokenOptions } from './exchange.ts';
import { findPricedProduct } from './fixtures/price-fixture.ts';
import { dataOf, objectsIn, textOf } from './json.ts';
import type { UnmetNeeds } from './not-run-reasons.ts';
import { type CreateOperation, listOperations, readOperations, unusedId } from './operations.ts';
import type { ConformanceOptions } from './options.ts';
import type { ConformanceFixtures, Records } from './records.ts';
import type { Service } from './service.ts';

/** The state of a server before the checks. */
export interface Prerequisites {
  /** Why a check with a fixture or a token cannot run, by its name in the options. */
  readonly missing: UnmetNeeds;
  /** The product of the fixture `price`. */
  readonly pricedProduct: string | undefined;
}

/**
 * Checks the token, the path, the kind of content and the fixtures before the first check.
 *
 * @throws A {@link RunStoppedError} with one sentence if no check could say anything about this server.
 */
export async function checkPrerequisites(
  service: Service,
  records: Records,
  options: ConformanceOptions,
): Promise<Prerequisites> {
  const missing: { -readonly [Name in keyof UnmetNeeds]: string } = {};
  const own = await requireList(service, 'main');
  if (options.limitedToken !== undefined) await requireList(service, 'limited', [403]);
  const hasSecond = options.secondToken !== undefined;
  const other = hasSecond ? await requireList(service, 'second') : undefined;
  const written = options.allowWrites ? await requireWrites(service, records) : [];
  // A list may contain records of another workspace if the server does not isolate them. A new record is certain.
  const workspaces = written.length > 0 ? written : workspacesOf(own);
  if (hasSecond) {
    const reason = await describeSharedWorkspace(service, records, options, workspaces, workspacesOf(other));
    if (reason !== undefined) missing.secondToken = reason;
  }
  const { price, pricedProduct, ...fixtures } = (options.allowWrites && options.fixtures) || {};
  Object.assign(missing, await findMissingFixtures(service, fixtures));
  const hasPrice = price !== undefined && service.includes('products.get');
  const priced = hasPrice ? await findPricedProduct(service, price, pricedProduct) : undefined;
  if (priced?.reason !== undefined) missing.price = priced.reason;
  return { missing, pricedProduct: priced?.id };
}

/**
 * Reads a list. Stops the run if the server returns none of the lists to the token. If the run includes no list, only
 * the token is checked, with a record that does not exist.
 */
async function requireList(
  service: Service,
  token: keyof typeof tokenOptions,
  allowed: readonly number[] = [],
): Promise<Exchange | undefined> {
  const exchanges: Exchange[] = [];
  const lists = listOperations.filter(service.includes);
  if (lists.length === 0) return await requireToken(service, token, allowed);
  for (const operation of lists) {
    const exchange = await service.call(operation, { token });
    if ((isSuccess(exchange) && exchange.json !== undefined) || allowed.includes(exchange.status)) return exchange;
    exchanges.push(exchange);
  }
  // A list that is missing says less than one that is forbidden.
  const telling = exchanges.find(({ status }) => status === 401 || status === 403) ?? exchanges[0];
  throw new RunStoppedError(telling ? explain(telling, token) : 'the server returns no list');
}

async function requireToken(
  service: Service,
  token: keyof typeof tokenOptions,
  allowed: readonly number[],
): Promise<undefined> {
  const operation = readOperations.find(service.includes);
  if (operation === undefined) return;
  const exchange = await service.call(operation, { params: { id: unusedId() }, token });
  const isRejected = exchange.status === 0 || exchange.status === 401 || exchange.status === 403;
  if (isRejected && !allowed.includes(exchange.status)) throw new RunStoppedError(explain(exchange, token));
}

function explain(exchange: Exchange, token: keyof typeof tokenOptions): string {
  const { call, status, headers, json, failure } = exchange;
  const name = tokenOptions[token];
  const request = `${call.method} ${call.url}`;
  if (failure !== undefined) return `${request} failed: ${failure}`;
  if (status === 401) return `the server rejects \`${name}\`: ${request} ${describeResponse(exchange)}`;
  if (status === 403) return `\`${name}\` lacks permission: ${request} ${describeResponse(exchange)}`;
  if (status >= 500) return `the server fails: ${request} ${describeResponse(exchange)}`;
  if (isSuccess(exchange) && json === undefined) {
    const type = headers['content-type']?.split(';')[0] ?? 'no content type';
    return `the server returns no JSON: ${request} returned ${type.slice(0, 60)}, so check the base URL`;
  }
  return `the server does not have the paths of the API: ${request} ${describeResponse(exchange)}, so check the base URL`;
}

/** Creates a record. Stops the run if the token may create nothing. Returns the workspace of the record. */
async function requireWrites(service: Service, records: Records): Promise<string[]> {
  const creations: readonly CreateOperation[] = ['customers.create', 'catalogs.create'];
  const exchanges: Exchange[] = [];
  for (const operation of creations.filter(service.includes)) {
    const exchange = await records.tryCreate(operation, await records.bodyFor(operation));
    if (exchange.status !== 403) return workspacesOf(exchange);
    exchanges.push(exchange);
  }
  const [first] = exchanges;
  if (!first) return [];
  throw new RunStoppedError(`${explain(first, 'main')}. Run without \`allowWrites\`, or pass another token`);
}

/** Returns why isolation cannot be checked. Stops the run if both tokens belong to one workspace. */
async function describeSharedWorkspace(
  service: Service,
  records: Records,
  { allowWrites }: ConformanceOptions,
  workspaces: readonly string[],
  listed: readonly string[],
): Promise<string | undefined> {
  const { second } = records;
  const created =
    allowWrites && service.includes('customers.create')
      ? workspacesOf(await second.tryCreate('customers.create', await second.bodyFor('customers.create')))
      : [];
  const known = new Set(workspaces);
  if (created.some((id) => known.has(id))) {
    const isOpen = isSuccess(await service.call('customers.list', { token: 'invalid' }));
    if (isOpen) return 'the server accepts any token, so two tokens do not lead to two workspaces';
    throw new RunStoppedError('`secondToken` belongs to the workspace of `token`: pass a token of another workspace');
  }
  const isSame = created.length === 0 && listed.length > 0 && listed.every((id) => known.has(id));
  return isSame
    ? 'both tokens read the same workspace: pass a token of another workspace, or allow writes to be certain'
    : undefined;
}

/** The workspaces of the records in a response. */
function workspacesOf(exchange: Exchange | undefined): string[] {
  const data = dataOf(exchange?.json);
  const ids = objectsIn(Array.isArray(data) ? data : [data]).map((record) => textOf(record, 'workspace_id'));
  return [...new Set(ids.map((id) => id.toLowerCase()))].filter(Boolean);
}

/** Returns the fixtures that a check cannot use, with the reason. */
async function findMissingFixtures(service: Service, fixtures: ConformanceFixtures): Promise<Record<string, string>> {
  const missing: Record<string, string> = {};
  for (const [name, id] of Object.entries(fixtures)) {
    const operation = name === 'contact' ? 'contacts.get' : 'categories.get';
    if (!service.includes(operation)) continue;
    const exchange = await service.call(operation, { params: { id } });
    if (!isSuccess(exchange)) {
      const isDeletable = name === 'deletableCategory' && !(exchange.status === 401 || exchange.status === 403);
      const hint = isDeletable ? ', an earlier run may have deleted it' : '';
      missing[name] =
        `the fixture \`${name}\` ${describeResponse(exchange)}${hint}: add another id to the fixtures file`;
    } else if (textOf(dataOf(exchange.json), 'deleted_at') !== '') {
      missing[name] = `the fixture \`${name}\` is already deleted: add another id to the fixtures file`;
    }
  }
  return missing;
}
