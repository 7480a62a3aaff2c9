import * as z from 'zod/mini';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { type ControlHandlers, defineRoutes } from '../define-routes.ts';
import { EventHub } from '../events/event-hub.ts';
import type { NamedSnapshots } from '../named-snapshots.ts';
import { list } from '../schemas.ts';
import { databaseRoutes, handleDatabase } from './database.ts';
import { eventRoutes, handleEvents } from './events.ts';
import { factoryRoutes, handleFactories } from './factories.ts';
import { faultRoutes, handleFaults } from './faults.ts';
import { fixtureRoutes, handleFixtures } from './fixtures.ts';
import { handleImport, importRoutes } from './import.ts';
import { handleJournal, journalRoutes } from './journal.ts';
import { sandboxRoutes } from './sandboxes.ts';
import { handleSearch, searchRoutes } from './search.ts';
import { handleSettings, settingsRoutes } from './settings.ts';
import { handleSnapshots, snapshotRoutes } from './snapshots.ts';
import { handleState, stateRoutes } from './state.ts';

/** The routes of every server, also of one without a mock of its own. */
export const serverRoutes = defineRoutes({
  'GET /': {
    name: 'paths.list',
    description: 'Lists the routes of the control API.',
    response: z.object({ paths: list(z.string()) }),
  },
  'GET /health': {
    name: 'health.get',
    description: 'Responds if the mock is up, without a token.',
    response: z.object({ status: z.literal('up') }),
  },
});

/** The routes of a mock. */
const mockRoutes = {
  ...serverRoutes,
  ...stateRoutes,
  ...snapshotRoutes,
  ...eventRoutes,
  ...faultRoutes,
  ...journalRoutes,
  ...settingsRoutes,
  ...databaseRoutes,
  ...searchRoutes,
  ...importRoutes,
  ...factoryRoutes,
  ...fixtureRoutes,
};

/** All routes of the control API. Clients derive the types of their requests and responses from them. */
export const controlRoutes = { ...mockRoutes, ...sandboxRoutes };

export type ControlRoutes = typeof controlRoutes;

/** Creates the functions that handle the routes of a mock. */
export function createHandlers(
  mock: MockServer,
  paths: readonly string[],
  snapshots?: NamedSnapshots,
): ControlHandlers<typeof mockRoutes> {
  const hub = new EventHub(mock);
  return {
    'GET /': () => ({ paths }),
    'GET /health': () => ({ status: 'up' }),
    ...handleState(mock),
    ...handleSnapshots(mock, hub, snapshots),
    ...handleEvents(hub),
    ...handleFaults(mock),
    ...handleJournal(mock),
    ...handleSettings(mock),
    ...handleDatabase(mock),
    ...handleSearch(mock),
    ...handleImport(mock),
    ...handleFactories(mock),
    ...handleFixtures(mock),
  };
}
