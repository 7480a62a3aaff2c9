import { readSnapshot } from '../../controls/snapshot.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { iso } from '../../shared/time.ts';
import type { TableName } from '../../store/row-types.ts';
import { defineRoutes, ok } from '../define-routes.ts';
import { parseFlag } from '../query.ts';
import { countRows } from './database.ts';

/** The state of the mock as a whole: a summary, reset, and the snapshot. */
export function stateRoutes(mock: MockServer) {
  return defineRoutes({
    'GET /state': (request) => ok(describeState(mock, request)),
    'POST /reset': (request) => {
      mock.reset();
      return ok(describeState(mock, request));
    },
    'GET /snapshot?tokens&settings': ({ query }) =>
      ok(mock.snapshot({ tokens: parseFlag(query, 'tokens'), settings: parseFlag(query, 'settings') })),
    'POST /snapshot?keepCalls': (request) => {
      const snapshot = readSnapshot(request.json);
      for (const token of snapshot.tokens?.keys() ?? []) request.assertToken(token);
      mock.restore(snapshot, { keepCalls: parseFlag(request.query, 'keepCalls') });
      return ok(describeState(mock, request));
    },
  });
}

/** The state of a mock, in numbers. */
export interface ControlState {
  /** The base URL of the API, as the client addresses the server. */
  readonly baseUrl: string;
  /** The id of the first workspace. */
  readonly workspace: string;
  /** A token of the first workspace. */
  readonly token: string;
  /** The number of rows in each table. */
  readonly tables: Readonly<Record<TableName, number>>;
  /** The number of entries in the journal. */
  readonly journal: number;
  /** The number of entries that the journal keeps. */
  readonly journalLimit: number;
  /** The number of faults. */
  readonly faults: number;
  /** The time of the mock's clock, as an ISO 8601 string. */
  readonly clock: string;
}

/** Describes the state of a mock. */
export function describeState(mock: MockServer, { baseUrl }: { readonly baseUrl: string }): ControlState {
  return {
    baseUrl,
    workspace: mock.workspace,
    token: mock.token,
    tables: countRows(mock.db),
    journal: mock.journal.size,
    journalLimit: mock.journal.limit,
    faults: mock.faults.list().length,
    clock: iso(mock.clock.now()),
  };
}
