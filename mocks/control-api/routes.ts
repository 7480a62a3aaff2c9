import { type MockPolicies, resolvePolicies } from '../controls/policies.ts';
import { readSnapshot } from '../controls/snapshot.ts';
import type { TokenOptions } from '../controls/tokens.ts';
import type { MockServer } from '../engine/create-mock-server.ts';
import { parseBaseUrl } from '../shared/base-url.ts';
import { HttpError } from '../shared/http-error.ts';
import { isObject } from '../shared/is-object.ts';
import { parseOptions } from '../shared/parse-options.ts';
import { iso } from '../shared/time.ts';
import { parseRow, type UntypedTable } from '../store/json-rows.ts';
import { isTableName, metadata, tableNames } from '../store/metadata.ts';
import type { TableName } from '../store/row-types.ts';
import { defineRoutes } from './define-routes.ts';
import { assertParameters, parseFlag, parseLimit, parseOperation } from './query.ts';
import { clockBody, readFault } from './schemas.ts';

/** Returns the routes of the control API. `GET /` lists them. */
export function controlRoutes(mock: MockServer) {
  const { db, faults, clock, journal, tokens, policies } = mock;
  return defineRoutes({
    'GET /state': () => ok(describeState(mock)),
    'POST /reset': () => {
      mock.reset();
      return ok(describeState(mock));
    },
    'GET /snapshot?tokens': ({ query }) => ok(mock.snapshot({ tokens: parseFlag(query, 'tokens') })),
    'POST /snapshot': ({ json }) => {
      mock.restore(readSnapshot(json));
      return ok(describeState(mock));
    },

    'GET /faults': () => ok({ faults: faults.list() }),
    'POST /faults': ({ json }) => created({ id: faults.add(readFault(json)).id }),
    'DELETE /faults': () => {
      faults.clear();
      return ok({ faults: [] });
    },
    'DELETE /faults/{id}': ({ params: { id } }) => {
      if (!faults.remove(id)) throw new HttpError(404, `Fault ${id} not found`);
      return ok({ faults: faults.list() });
    },

    'GET /clock': () => ok(describeClock(clock)),
    'POST /clock': ({ json }) => {
      setClock(clock, json);
      return ok(describeClock(clock));
    },

    'GET /journal?operation&limit': ({ query }) => ok({ entries: queryJournal(journal, query) }),
    'GET /journal.har': ({ origin }) => ok(journal.toHar(origin + parseBaseUrl(mock.baseUrl).path)),
    'DELETE /journal': () => {
      journal.clear();
      return ok({ entries: [] });
    },

    'POST /tokens': ({ json = {} }) => created({ token: tokens.issue(json as TokenOptions) }),
    'DELETE /tokens/{token}': ({ params: { token } }) => {
      if (!tokens.revoke(token)) throw new HttpError(404, 'Token not found');
      return ok({ revoked: true });
    },

    'GET /policies': () => ok(policies),
    'PATCH /policies': ({ json }) => ok(setPolicies(policies, json)),

    'GET /db': () => ok({ tables: countRows(db) }),
    'GET /db/{table}?{field}': ({ params, query }) => ok({ rows: findRows(db, params.table, query) }),
    'POST /db/{table}': ({ params, json }) => {
      const { name, table } = findTable(db, params.table);
      return created(table.insert(parseRow(name, json)));
    },
    'GET /db/{table}/{id}': ({ params }) => ok(findRow(db, params).row),
    'PATCH /db/{table}/{id}': ({ params, json }) => {
      const { name, table } = findRow(db, params);
      return ok(table.update(params.id, parseRow(name, json)));
    },
    'DELETE /db/{table}/{id}': ({ params }) => {
      findRow(db, params).table.delete(params.id);
      return ok({ deleted: true });
    },
  });
}

function ok(value: unknown) {
  return { value };
}

function created(value: unknown) {
  return { status: 201, value };
}

function describeState(mock: MockServer) {
  return {
    workspace: mock.workspace,
    token: mock.token,
    tables: countRows(mock.db),
    journal: mock.journal.size,
    faults: mock.faults.list().length,
    clock: iso(mock.clock.now()),
  };
}

function describeClock(clock: MockServer['clock']) {
  const milliseconds = clock.now();
  return { now: iso(milliseconds), milliseconds };
}

function setClock(clock: MockServer['clock'], json: unknown): void {
  const { set, advance, resume } = parseOptions(clockBody, json, 'clock');
  if ([set, advance, resume].filter((each) => each !== undefined).length !== 1) {
    throw new HttpError(400, 'clock: must be {"set": date}, {"advance": milliseconds} or {"resume": true}');
  }
  if (set !== undefined) clock.set(set);
  else if (advance !== undefined) clock.advance(advance);
  else clock.resume();
}

function queryJournal(journal: MockServer['journal'], query: URLSearchParams) {
  const operation = parseOperation(query);
  const entries = operation === undefined ? journal.list() : journal.list(operation);
  return entries.slice(-parseLimit(query));
}

/** Sets the given policies, or none of them if one is invalid. */
function setPolicies(policies: MockPolicies, json: unknown): MockPolicies {
  if (!isObject(json)) throw new HttpError(400, 'policies: must be an object');
  const parsed = resolvePolicies(json);
  for (const name of Object.keys(json)) Reflect.set(policies, name, Reflect.get(parsed, name));
  return policies;
}

function countRows(db: MockServer['db']) {
  return Object.fromEntries(tableNames.map((name) => [name, db[name].size]));
}

function findTable(db: MockServer['db'], name: string): { readonly name: TableName; readonly table: UntypedTable } {
  if (!isTableName(name)) {
    throw new HttpError(404, `Unknown table "${name}". Valid tables: ${tableNames.join(', ')}.`);
  }
  return { name, table: db[name] };
}

/** Finds the rows whose fields have the values of the query. */
function findRows(db: MockServer['db'], tableName: string, query: URLSearchParams): readonly object[] {
  const { name, table } = findTable(db, tableName);
  const { columns, hasOpenFields } = metadata[name];
  if (!hasOpenFields) assertParameters(query, columns);
  const wanted = [...query];
  return table.list().filter((row) => wanted.every(([field, value]) => String(Reflect.get(row, field)) === value));
}

function findRow(db: MockServer['db'], { table: tableName, id }: { readonly table: string; readonly id: string }) {
  const { name, table } = findTable(db, tableName);
  const row = table.get(id);
  if (!row) throw new HttpError(404, `Row ${id} not found in ${name}`);
  return { name, table, row };
}
