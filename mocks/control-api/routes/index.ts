import type { MockServer } from '../../engine/create-mock-server.ts';
import { createTableSchema } from '../../store/table-schema.ts';
import type { ControlHandlers, ControlRouteTable } from '../define-routes.ts';
import { EventHub } from '../events/event-hub.ts';
import { clockRoutes, handleClock } from './clock.ts';
import { databaseRoutes, handleDatabase, handleTables, tableRoutes } from './database.ts';
import { eventRoutes, handleEvents } from './events.ts';
import { exportRoutes, handleExport } from './export.ts';
import { factoryRoutes, handleFactories } from './factories.ts';
import { faultRoutes, handleFaults } from './faults.ts';
import { fixtureRoutes, handleFixtures } from './fixtures.ts';
import { handleHistory, historyRoutes } from './history.ts';
import { handleImport, importRoutes } from './import.ts';
import { handleJournal, journalRoutes } from './journal.ts';
import { handleOperations, operationRoutes } from './operations.ts';
import { handlePolicies, policyRoutes } from './policies.ts';
import { sandboxRoutes } from './sandboxes.ts';
import { handleSearch, searchRoutes } from './search.ts';
import { documentRoutes, handleServer, serverRoutes } from './server.ts';
import { handleSnapshots, snapshotRoutes } from './snapshots.ts';
import { handleState, stateRoutes } from './state.ts';
import { handleTokens, tokenRoutes } from './tokens.ts';

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
  ...clockRoutes,
  ...tokenRoutes,
  ...policyRoutes,
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
export function createHandlers(mock: MockServer, served: ControlRouteTable): ControlHandlers<typeof mockRoutes> {
  const hub = new EventHub(mock);
  const schema = createTableSchema(mock.tables);
  return {
    ...handleServer(served, mock),
    ...handleState(mock, schema),
    ...handleSnapshots(mock),
    ...handleEvents(hub),
    ...handleFaults(mock),
    ...handleJournal(mock),
    ...handleHistory(mock),
    ...handleClock(mock),
    ...handleTokens(mock),
    ...handlePolicies(mock),
    ...handleOperations(mock),
    ...handleTables(mock),
    ...handleDatabase(mock, schema),
    ...handleSearch(mock, schema),
    ...handleImport(mock, schema),
    ...handleExport(mock, schema),
    ...handleFactories(mock),
    ...handleFixtures(mock),
  };
}
