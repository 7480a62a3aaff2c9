import type { MockServer } from '../../engine/create-mock-server.ts';
import { EventHub } from '../events/event-hub.ts';
import type { NamedSnapshots } from '../named-snapshots.ts';
import { databaseRoutes } from './database.ts';
import { eventRoutes } from './events.ts';
import { factoryRoutes } from './factories.ts';
import { faultRoutes } from './faults.ts';
import { fixtureRoutes } from './fixtures.ts';
import { importRoutes } from './import.ts';
import { journalRoutes } from './journal.ts';
import { searchRoutes } from './search.ts';
import { settingsRoutes } from './settings.ts';
import { snapshotRoutes } from './snapshots.ts';
import { stateRoutes } from './state.ts';

/** Returns the routes of the control API. `GET /` lists them. */
export function controlRoutes(mock: MockServer, snapshots?: NamedSnapshots) {
  const hub = new EventHub(mock);
  return {
    ...stateRoutes(mock),
    ...snapshotRoutes(mock, hub, snapshots),
    ...eventRoutes(hub),
    ...faultRoutes(mock),
    ...journalRoutes(mock),
    ...settingsRoutes(mock),
    ...databaseRoutes(mock),
    ...searchRoutes(mock),
    ...importRoutes(mock),
    ...factoryRoutes(mock),
    ...fixtureRoutes(mock),
  };
}
