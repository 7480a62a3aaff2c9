import type * as z from 'zod/mini';
import { type OperationName, operationNames } from '../../src/contract/operations.ts';
import type { Issue } from '../../src/contract/validate.ts';
import { type MockPolicies, resolvePolicies } from '../controls/policies.ts';
import { readSnapshot } from '../controls/snapshot.ts';
import type { TokenOptions } from '../controls/tokens.ts';
import type { MockServer } from '../engine/create-mock-server.ts';
import { parseBaseUrl } from '../shared/base-url.ts';
import { isObject } from '../shared/is-object.ts';
import { iso } from '../shared/time.ts';
import { parseRow, type UntypedTable } from '../store/json-rows.ts';
import { isTableName, metadata, tableNames } from '../store/metadata.ts';
import type { TableName } from '../store/row-types.ts';
import { clockBody, readFault } from './schemas.ts';

/** A request to the control API. */
export interface ControlContext {
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The body as JSON. Undefined if there was none. */
  readonly json: unknown;
  /** Validates the body with a schema. */
  body<S extends z.ZodMiniType>(schema: S): z.output<S>;
  /** The origin of this server, as the client calls it. */
  readonly origin: string;
}

/** Handles a request. Returns a status (default 200) and a value for the JSON body. */
export type ControlHandler = (call: ControlContext) => { readonly status?: number; readonly value: unknown };

type ControlRoute = readonly [method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, operate: ControlHandler];

/** An error response of the control API. */
export class ControlError extends Error {
  readonly status: number;
  readonly issues: readonly Issue[] | undefined;

  constructor(status: number, message: string, issues?: readonly Issue[]) {
    super(message);
    this.status = status;
    this.issues = issues;
  }
}

/** Every path of the control API, without the `/__mock` before it. */
export function controlRoutes(mock: MockServer): readonly ControlRoute[] {
  const routes: readonly ControlRoute[] = [
    ['GET', '', () => ({ value: { paths: routes.map(([method, path]) => `${method} /__mock${path}`) } })],
    ...stateRoutes(mock),
    ...faultRoutes(mock),
    ...clockRoutes(mock),
    ...journalRoutes(mock),
    ...tokenRoutes(mock),
    ...policyRoutes(mock),
    ...tableRoutes(mock),
  ];
  return routes;
}

function stateRoutes(mock: MockServer): readonly ControlRoute[] {
  const state = () => ({
    value: {
      workspace: mock.workspace,
      token: mock.token,
      tables: counts(mock.db),
      journal: mock.journal.size,
      faults: mock.faults.list().length,
      clock: iso(mock.clock.now()),
    },
  });
  return [
    ['GET', '/state', state],
    [
      'POST',
      '/reset',
      () => {
        mock.reset();
        return state();
      },
    ],
    ['GET', '/snapshot', () => ({ value: mock.snapshot() })],
    [
      'POST',
      '/snapshot',
      ({ json }) => {
        mock.restore(readSnapshot(json));
        return state();
      },
    ],
  ];
}

function faultRoutes({ faults }: MockServer): readonly ControlRoute[] {
  const list = () => ({ value: { faults: faults.list() } });
  return [
    ['GET', '/faults', list],
    ['POST', '/faults', ({ json }) => ({ status: 201, value: { id: faults.add(readFault(json)).id } })],
    [
      'DELETE',
      '/faults',
      () => {
        faults.clear();
        return list();
      },
    ],
    [
      'DELETE',
      '/faults/{id}',
      ({ params }) => {
        const id = params['id'] ?? '';
        if (!faults.remove(id)) throw new ControlError(404, `No fault with the id ${id}`);
        return list();
      },
    ],
  ];
}

function clockRoutes({ clock }: MockServer): readonly ControlRoute[] {
  const now = () => ({ value: { now: iso(clock.now()), milliseconds: clock.now() } });
  return [
    ['GET', '/clock', now],
    [
      'POST',
      '/clock',
      ({ body }) => {
        const { set, advance, run } = body(clockBody);
        if ([set, advance, run].filter((each) => each !== undefined).length !== 1) {
          throw new ControlError(400, 'Expected one of {"set": date}, {"advance": milliseconds} and {"run": true}');
        }
        if (set !== undefined) clock.set(set);
        else if (advance !== undefined) clock.advance(advance);
        else clock.resume();
        return now();
      },
    ],
  ];
}

function journalRoutes(mock: MockServer): readonly ControlRoute[] {
  const { journal } = mock;
  return [
    [
      'GET',
      '/journal',
      ({ query }) => {
        const operation = query.get('operation') ?? undefined;
        if (operation !== undefined && !isOperationName(operation)) {
          throw new ControlError(400, `No operation ${operation}; there are ${operationNames.join(', ')}`);
        }
        const limit = Number(query.get('limit') ?? Number.MAX_SAFE_INTEGER);
        if (!(Number.isInteger(limit) && limit > 0)) throw new ControlError(400, 'limit: expected a count above 0');
        const entries = operation === undefined ? journal.list() : journal.list(operation);
        return { value: { entries: entries.slice(-limit) } };
      },
    ],
    ['GET', '/journal.har', ({ origin }) => ({ value: journal.toHar(origin + parseBaseUrl(mock.baseUrl).path) })],
    [
      'DELETE',
      '/journal',
      () => {
        journal.clear();
        return { value: { entries: [] } };
      },
    ],
  ];
}

function tokenRoutes({ tokens }: MockServer): readonly ControlRoute[] {
  return [
    ['POST', '/tokens', ({ json = {} }) => ({ status: 201, value: { token: tokens.issue(json as TokenOptions) } })],
    [
      'DELETE',
      '/tokens/{token}',
      ({ params }) => {
        if (!tokens.revoke(params['token'] ?? '')) throw new ControlError(404, 'No such token');
        return { value: { revoked: true } };
      },
    ],
  ];
}

function policyRoutes({ policies }: MockServer): readonly ControlRoute[] {
  return [
    ['GET', '/policies', () => ({ value: policies })],
    ['PATCH', '/policies', ({ json }) => ({ value: setPolicies(policies, json) })],
  ];
}

/** Sets the given policies, or none of them if one is wrong. */
function setPolicies(policies: MockPolicies, json: unknown): MockPolicies {
  if (!isObject(json)) throw new ControlError(400, 'policies: must be an object');
  const parsed = resolvePolicies(json);
  for (const name of Object.keys(json)) Reflect.set(policies, name, Reflect.get(parsed, name));
  return policies;
}

function tableRoutes({ db }: MockServer): readonly ControlRoute[] {
  const tableOf = (params: ControlContext['params']): { name: TableName; table: UntypedTable } => {
    const name = params['table'] ?? '';
    if (!isTableName(name)) throw new ControlError(404, `No table ${name}; there are ${tableNames.join(', ')}`);
    return { name, table: db[name] };
  };
  const rowOf = (params: ControlContext['params']) => {
    const { name, table } = tableOf(params);
    const id = params['id'] ?? '';
    const row = table.get(id);
    if (!row) throw new ControlError(404, `No row ${id} in ${name}`);
    return { name, table, id, row };
  };
  return [
    ['GET', '/db', () => ({ value: { tables: counts(db) } })],
    [
      'GET',
      '/db/{table}',
      ({ params, query }) => {
        const { name, table } = tableOf(params);
        const { columns: fields } = metadata[name];
        const wanted = [...query];
        const unknown = wanted.find(([field]) => !fields.includes(field));
        if (unknown) throw new ControlError(400, `No field ${unknown[0]} in ${name}; there are ${fields.join(', ')}`);
        const fits = (row: object) => wanted.every(([field, value]) => String(Reflect.get(row, field)) === value);
        return { value: { rows: table.list().filter(fits) } };
      },
    ],
    [
      'POST',
      '/db/{table}',
      ({ params, json }) => {
        const { name, table } = tableOf(params);
        return { status: 201, value: table.insert(parseRow(name, json)) };
      },
    ],
    ['GET', '/db/{table}/{id}', ({ params }) => ({ value: rowOf(params).row })],
    [
      'PATCH',
      '/db/{table}/{id}',
      ({ params, json }) => {
        const { name, table, id } = rowOf(params);
        return { value: table.update(id, parseRow(name, json)) };
      },
    ],
    [
      'DELETE',
      '/db/{table}/{id}',
      ({ params }) => {
        const { table, id } = rowOf(params);
        table.delete(id);
        return { value: { deleted: true } };
      },
    ],
  ];
}

function counts(db: MockServer['db']) {
  return Object.fromEntries(tableNames.map((name) => [name, db[name].size]));
}

function isOperationName(name: string): name is OperationName {
  return operationNames.includes(name);
}
