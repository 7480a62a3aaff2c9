import * as z from 'zod/mini';
import type { ByteBudget } from '../../controls/byte-budget.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { createTableSchema } from '../../store/table-schema.ts';
import { type ControlHandlers, type ControlRouteTable, defineRoutes } from '../define-routes.ts';
import { EventHub } from '../events/event-hub.ts';
import { jsonObject, list } from '../schemas.ts';
import { databaseRoutes, handleDatabase } from './database.ts';
import { eventRoutes, handleEvents } from './events.ts';
import { exportRoutes, handleExport } from './export.ts';
import { factoryRoutes, handleFactories } from './factories.ts';
import { faultRoutes, handleFaults } from './faults.ts';
import { fixtureRoutes, handleFixtures } from './fixtures.ts';
import { handleHealth, serverRoutes } from './health.ts';
import { handleHistory, historyRoutes } from './history.ts';
import { handleImport, importRoutes } from './import.ts';
import { handleJournal, journalRoutes } from './journal.ts';
import { handleOperations, operationRoutes } from './operations.ts';
import { sandboxRoutes } from './sandboxes.ts';
import { handleSearch, searchRoutes } from './search.ts';
import { handleSettings, settingsRoutes } from './settings.ts';
import { handleSnapshots, snapshotRoutes } from './snapshots.ts';
import { handleState, stateRoutes } from './state.ts';
import { handleTables, tableRoutes } from './tables.ts';

const documentRoutes = defineRoutes({
  'GET /openapi.json': {
    name: 'openapi.get',
    description: 'Returns an OpenAPI document of the routes, and of the operations of your own.',
    response: z.object({
      openapi: z.literal('3.1.1'),
      info: z.looseObject({ title: z.string() }),
      servers: list(z.looseObject({ url: z.string() })),
      security: list(z.record(z.string(), list(z.string()))),
      paths: z.record(z.string(), z.record(z.string(), z.looseObject({ operationId: z.string() }))),
      components: z.looseObject({ schemas: z.record(z.string(), jsonObject()) }),
    }),
  },
});

/** The routes of a mock. */
const mockRoutes = {
  ...serverRoutes,
  ...documentRoutes,
  ...stateRoutes,
  ...snapshotRoutes,
  ...eventRoutes,
  ...faultRoutes,
  ...journalRoutes,
  ...historyRoutes,
  ...settingsRoutes,
  ...operationRoutes,
  ...tableRoutes,
  ...databaseRoutes,
  ...searchRoutes,
  ...importRoutes,
  ...exportRoutes,
  ...factoryRoutes,
  ...fixtureRoutes,
};

/** All routes of the control API. Clients derive the types of their requests and responses from them. */
export const controlRoutes = { ...mockRoutes, ...sandboxRoutes };

export type ControlRoutes = typeof controlRoutes;

/**
 * Creates the functions that handle the routes of a mock.
 *
 * @param served All routes of the server.
 */
export function createHandlers(
  mock: MockServer,
  served: ControlRouteTable,
  budget?: ByteBudget,
): ControlHandlers<typeof mockRoutes> {
  const hub = new EventHub(mock);
  const schema = createTableSchema(mock.tables);
  return {
    ...handleHealth(served),
    'GET /openapi.json': async () => {
      const openapi: typeof import('../openapi.ts') = await import('../openapi.ts');
      return openapi.describeRoutes(served, mock);
    },
    ...handleState(mock, schema),
    ...handleSnapshots(mock),
    ...handleEvents(hub),
    ...handleFaults(mock),
    ...handleJournal(mock),
    ...handleHistory(mock),
    ...handleSettings(mock),
    ...handleOperations(mock),
    ...handleTables(mock),
    ...handleDatabase(mock, schema),
    ...handleSearch(mock, schema),
    ...handleImport(mock, schema, budget),
    ...handleExport(mock, schema),
    ...handleFactories(mock),
    ...handleFixtures(mock),
  };
}
