import * as z from 'zod/mini';
import { principalSchema } from '../../controls/tokens.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { iso } from '../../shared/time.ts';
import type { SnapshotSummary } from '../../snapshots/named-snapshots.ts';
import { readSnapshot, sequencesSchema, settingsSchema } from '../../snapshots/read-snapshot.ts';
import type { SnapshotJson } from '../../snapshots/snapshot.ts';
import { mapTables, metadata } from '../../store/metadata.ts';
import type { Rows, TableName } from '../../store/row-types.ts';
import type { TableSchema } from '../../store/table-schema.ts';
import { type ControlHandlers, defineRoutes } from '../define-routes.ts';
import { flag, list, rowCounts } from '../schemas.ts';
import { countRows } from './database.ts';

/** The state of a mock, in numbers. */
export interface ControlState {
  /** The base URL of the API, as the client addresses the server. */
  readonly baseUrl: string;
  /** The id of the first workspace. */
  readonly workspace: string;
  /** A token of the first workspace. */
  readonly token: string;
  /** The number of rows in each table. Your own tables are among them. */
  readonly tables: SnapshotSummary['tables'];
  /** The number of entries in the journal. */
  readonly journal: number;
  /** The number of entries that the journal keeps. */
  readonly journalLimit: number;
  /** The number of faults. */
  readonly faults: number;
  /** The time of the mock's clock, as an ISO 8601 string. */
  readonly clock: string;
  /** Whether the clock stands still. */
  readonly isClockStopped: boolean;
}

const state: z.ZodMiniType<ControlState> = z.object({
  baseUrl: z.string(),
  workspace: z.string(),
  token: z.string(),
  tables: rowCounts,
  journal: z.number(),
  journalLimit: z.number(),
  faults: z.number(),
  clock: z.string(),
  isClockStopped: z.boolean(),
});

type TableSchemas = { readonly [Name in TableName]: z.ZodMiniExactOptional<z.ZodMiniType<readonly Rows[Name][]>> };

const snapshot: z.ZodMiniType<SnapshotJson> = z.object({
  version: z.number(),
  workspace: z.string(),
  token: z.optional(z.string()),
  ids: z.number(),
  sequences: z.optional(sequencesSchema),
  tokens: z.optional(z.record(z.string(), principalSchema)),
  settings: z.optional(settingsSchema),
  tables: z.object(mapTables<TableSchemas>((name) => z.exactOptional(list(metadata[name].row)))),
});

export const stateRoutes = defineRoutes({
  'GET /state': { name: 'state.get', description: 'Returns the state of the mock in numbers.', response: state },
  'POST /reset': {
    name: 'state.reset',
    description: 'Restores the initial records and settings, and clears the journal.',
    response: state,
  },
  'GET /snapshot': {
    name: 'snapshot.get',
    description: 'Returns the current records as JSON, with the tokens and settings if the query asks for them.',
    query: z.object({ tokens: flag, settings: flag }),
    response: snapshot,
  },
  'POST /snapshot': {
    name: 'snapshot.restore',
    description: 'Restores a snapshot of this mock or another one.',
    query: z.object({ keepCalls: flag }),
    // The handler reads it, because only the mock knows its tables.
    body: { schema: snapshot, isOptional: false, parse: (json): unknown => json },
    response: state,
  },
});

/** Handles the state of the mock as a whole: a summary, reset, and the snapshot. */
export function handleState(mock: MockServer, schema: TableSchema): ControlHandlers<typeof stateRoutes> {
  return {
    'GET /state': (request) => describeState(mock, request),
    'POST /reset': (request) => {
      mock.reset();
      return describeState(mock, request);
    },
    'GET /snapshot': ({ query }) => mock.snapshot(query).toJSON(),
    'POST /snapshot': (request) => {
      const restored = readSnapshot(request.body, schema);
      for (const token of restored.tokens?.keys() ?? []) request.assertToken(token);
      mock.restore(restored, request.query);
      return describeState(mock, request);
    },
  };
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
    isClockStopped: mock.clock.isStopped,
  };
}
