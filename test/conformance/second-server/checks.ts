import { bodies, immutableFields, isId, isPlausible, normalizeValue, readOnlyFields } from './bodies.ts';
import { idOf, type Json, type Row, type TableName } from './data.ts';
import { runOperation } from './operations.ts';
import { type Route, references, routes } from './routes.ts';
import { type Context, createInvalid, createMalformedId, createNotFound, Problem, type State } from './state.ts';
import type { Variants } from './variants.ts';

type Check = 'token' | 'permission' | 'id' | 'body' | 'record' | 'references';

const orders: Readonly<Record<Variants['checks'], readonly Check[]>> = {
  standard: ['token', 'permission', 'id', 'body', 'record', 'references'],
  'record before body': ['token', 'permission', 'id', 'record', 'body', 'references'],
  'body before id': ['token', 'permission', 'body', 'id', 'record', 'references'],
  'body before token': ['id', 'body', 'token', 'permission', 'record', 'references'],
  'record before permission': ['token', 'id', 'record', 'permission', 'body', 'references'],
};

/** A token of a workspace; `permits` tells the operations that it permits. */
interface Token {
  readonly workspace: string;
  readonly permits: (route: Route) => boolean;
}

const north = idOf('north workspace');
const south = idOf('south workspace');

const tokens: Readonly<Record<string, Token>> = {
  'harbor-live-north': { workspace: north, permits: () => true },
  'harbor-live-south': { workspace: south, permits: () => true },
  'harbor-live-north-reader': { workspace: north, permits: ({ method }) => method === 'GET' },
};

/** Runs the checks in the order of the server. Throws a {@link Problem} if one fails. */
export function runChecks(state: State, context: Context): void {
  for (const name of orders[state.variants.checks]) checks[name](state, context);
}

const checks: Readonly<Record<Check, (state: State, context: Context) => void>> = {
  token: (state, context) => {
    const token = tokens[context.token ?? ''];
    context.workspace = token?.workspace ?? north;
    if (token) return;
    const isExempt =
      state.has('needs no token to list') &&
      context.token === undefined &&
      context.method === 'GET' &&
      context.ids.length === 0;
    if (isExempt || (state.has('accepts any token') && context.token !== undefined)) return;
    throw new Problem('unauthorized', 401, state.variants.tokenTexts);
  },
  permission: (state, context) => {
    if (tokens[context.token ?? '']?.permits(context) === false) {
      if (state.has('carries out what it forbids')) runForbidden(state, context);
      throw new Problem('forbidden', 403, 'Forbidden');
    }
  },
  id: (state, { ids, resource, operation }) => {
    for (const id of ids) {
      const isMalformed = !isId(id) || (state.variants.otherCaseIds === 'malformed' && id !== state.showId(id));
      if (isMalformed) throw createMalformedId(state, operation.startsWith('products.'), resource);
    }
  },
  body: (state, context) => checkBody(state, context),
  record: (state, context) => findRecord(state, context),
  references: (state, context) => checkReferences(state, context),
};

function runForbidden(state: State, context: Context): void {
  try {
    for (const check of ['id', 'body', 'record', 'references'] as const) checks[check](state, context);
    runOperation(state, context, context.body);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
  }
}

function checkBody(state: State, context: Context): void {
  const { operation, method } = context;
  const fields = bodies[operation];
  if (!fields) {
    checkQuery(state, context);
    return;
  }
  const {
    unknownFields,
    immutableFields: immutable,
    readOnlyFields: readOnly,
    productRequires,
    emptyUpdate,
  } = state.variants;
  const issues: (readonly [string, string])[] = [];
  const valid: Json = {};
  for (const [key, sent] of Object.entries(context.body)) {
    const field = fields[key];
    const isNullIgnored = state.variants.nullValues === 'ignore' && method === 'PATCH' && !field?.isNullable;
    if (sent === null && field && isNullIgnored) continue;
    const value = state.variants.wrongTypes === 'convert' && field?.convert ? field.convert(sent) : sent;
    if (field) {
      if (accepts(state, operation, key, value, method)) valid[key] = normalize(state, key, value);
      else issues.push([key, field.message]);
      continue;
    }
    const isFixed =
      immutableFields[operation]?.includes(key) || (readOnly === 'as immutable' && readOnlyFields.includes(key));
    if (isFixed && state.matches(state.bug?.changes, operation, key)) {
      valid[key] = isId(value) ? value.toLowerCase() : value;
      continue;
    }
    const isIgnored = isFixed
      ? immutable === 'ignore'
      : unknownFields === 'ignore' || (unknownFields === 'ignore on creation' && method === 'POST');
    if (operation === 'products.update' ? state.has('accepts unknown fields of products') && !isFixed : isIgnored)
      continue;
    issues.push([key, isFixed ? 'cannot be changed' : 'is not a field']);
  }
  for (const [key, { isRequired, message }] of Object.entries(fields)) {
    const isNeeded = isRequired || (operation === 'products.create' && productRequires === key);
    const isOmitted = !(key in context.body) && !state.matches(state.bug?.omits, operation, key);
    if (isNeeded && isOmitted) issues.push([key, message]);
  }
  if (method === 'PATCH' && Object.keys(valid).length === 0 && emptyUpdate === 'reject') {
    issues.push(['body', 'must have a field']);
  }
  if (issues.length > 0) {
    if (state.has('stores a part of a rejected update') && operation === 'products.update') {
      findRecord(state, context);
      Object.assign(context.row ?? {}, valid);
    }
    throw createInvalid(state, context, issues);
  }
  context.body = valid;
}

function checkQuery(state: State, context: Context): void {
  const { url, operation } = context;
  const known = operation === 'addresses.list' ? ['customer_id', 'page'] : ['page'];
  const unknown = [...url.searchParams.keys()].filter((name) => !known.includes(name));
  if (unknown.length > 0 && state.variants.unknownParameters === 'reject') {
    throw createInvalid(
      state,
      context,
      unknown.map((name) => [name, 'is not a parameter']),
    );
  }
  const customer = url.searchParams.get('customer_id');
  if (operation !== 'addresses.list' || customer === null || isId(customer)) return;
  const { badFilter } = state.variants;
  if (badFilter === 'text') throw new Problem('malformed', state.variants.malformedIdStatus, 'Invalid customer id');
  if (badFilter === 'validation') throw createInvalid(state, context, [['customer_id', 'must be a valid UUID']]);
}

function accepts(state: State, operation: string, key: string, value: unknown, method: string): boolean {
  const field = bodies[operation]?.[key];
  const { allows } = state.bug ?? {};
  if (allows && state.matches(allows, operation, key) && allows[2](value)) return true;
  if (value === null) {
    if (method === 'PATCH' && state.variants.nullValues === 'accept' && canBeUnset.test(key)) return true;
    return field?.isNullable === true && (method === 'PATCH' || state.variants.nullOnCreate === 'accept');
  }
  const isStrict = state.variants.values === 'plausible';
  return field?.accepts(value) === true && (!isStrict || isPlausible(key, value));
}

/** Fields that may be null in responses, because a record can be without them. */
const canBeUnset = /^(?:reference|description|amount|(?:inventory|accounting|identifiers)\[.*)$/;

function normalize(state: State, key: string, value: unknown): unknown {
  if (/_ids?$/.test(key) && isId(value)) return value.toLowerCase();
  if (/_ids$/.test(key) && Array.isArray(value))
    return [...new Set(value.map((id) => (isId(id) ? id.toLowerCase() : id)))];
  return state.variants.values === 'normalized' ? normalizeValue(key, value) : value;
}

function findRecord(state: State, context: Context): void {
  const { ids, table, resource, operation, workspace } = context;
  const id = ids.at(-1);
  if (id === undefined) return;
  const isKnown = state.variants.otherCaseIds !== 'not-found' || id === state.showId(id);
  const row = isKnown ? state.tables[table].find((each) => each.id === id.toLowerCase()) : undefined;
  const isOwn = row?.workspace_id === workspace || state.bug?.leaks?.includes(operation);
  if (row && !isOwn && state.variants.foreignId === 'forbidden') throw new Problem('forbidden', 403, 'Forbidden');
  const isOfParent = operation !== 'productParents.getProduct' || row?.['product_parent_id'] === ids[0]?.toLowerCase();
  if (!row || !isOwn || !isOfParent || isHidden(state, row, operation)) throw createNotFound(state, resource);
  context.row = row;
}

function isHidden(state: State, row: Row, operation: string): boolean {
  if (typeof row['deleted_at'] !== 'number' || state.has('still shows deleted categories')) return false;
  return operation !== 'categories.get' || state.variants.deletedCategory === 'hidden';
}

function checkReferences(state: State, context: Context): void {
  const { operation, body, workspace } = context;
  for (const [field, table] of references[operation] ?? []) {
    const value = body[field];
    const ids: unknown[] = Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];
    const isKnown = (id: unknown) => isReference(state, context, field, table, id);
    const wrong = ids.filter((id) => !isKnown(id));
    if (wrong.length === 0) continue;
    const { foreignReference } = state.variants;
    if (foreignReference === 'dropped' && Array.isArray(value)) {
      body[field] = ids.filter(isKnown);
      continue;
    }
    const isForeign =
      table && state.tables[table].some(({ id, workspace_id }) => id === wrong[0] && workspace_id !== workspace);
    if (isForeign && foreignReference === 'forbidden') throw new Problem('forbidden', 403, 'Forbidden');
    const resource = routes.find((each) => each.table === table)?.resource;
    if (resource && foreignReference === 'not found') throw createNotFound(state, resource);
    throw createInvalid(state, context, [[field, 'does not exist']]);
  }
  checkUnique(state, context);
}

function isReference(
  state: State,
  context: Context,
  field: string,
  table: TableName | undefined,
  id: unknown,
): boolean {
  const { operation, workspace, row, body } = context;
  if (!isId(id)) return state.matches(state.bug?.allows, operation, field);
  if (!table) return state.variants.unknownReference === 'accept';
  const target = state.tables[table].find((each) => each.id === id);
  if (!target || typeof target['deleted_at'] === 'number' || target.id === row?.id) return false;
  if (state.matches(state.bug?.links, operation, field)) return true;
  if (target.workspace_id !== workspace) return false;
  if (field !== 'contact_id' || state.variants.contactOfAddress === 'of the workspace') return true;
  return target['customer_id'] === (body['customer_id'] ?? row?.['customer_id']);
}

function checkUnique(state: State, { method, body, table, workspace }: Context): void {
  if (method !== 'POST') return;
  const isTaken = (rows: readonly Row[], field: string) =>
    body[field] !== undefined &&
    body[field] !== null &&
    rows.some((row) => row.workspace_id === workspace && row[field] === body[field]);
  const { duplicateApiName } = state.variants;
  const named = table === 'products' ? state.tables.parents : state.tables[table];
  if (isTaken(named, 'api_name') && !state.has('accepts an api_name twice')) {
    throw new Problem('conflict', duplicateApiName, 'This api_name is in use');
  }
  if (state.variants.values !== 'plausible') return;
  for (const field of ['id_crm', 'id_erp', 'id_accounting', 'inventory[sku]', 'identifiers[crm]', 'identifiers[erp]']) {
    if (isTaken(state.tables[table], field)) throw new Problem('conflict', duplicateApiName, `This ${field} is in use`);
  }
}
