import * as z from 'zod/mini';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { type ControlHandlers, defineRoutes } from '../define-routes.ts';
import { notFound } from '../errors.ts';
import type { EventHub } from '../events/event-hub.ts';
import { NamedSnapshots, snapshotSummary } from '../named-snapshots.ts';
import { deleted, flag, list } from '../schemas.ts';
import { snapshotNameProblem } from '../snapshot-name.ts';
import { describeState, stateRoutes } from './state.ts';

/** The name of a new snapshot. Others do not exist. */
const newName = z.string().check(
  z.refine((name) => snapshotNameProblem(name) === undefined, {
    error: ({ input }) => `snapshot name: ${snapshotNameProblem(String(input))}`,
  }),
);

export const snapshotRoutes = defineRoutes({
  'GET /snapshots': {
    name: 'snapshots.list',
    description: 'Lists the snapshots that the mock keeps under names.',
    response: z.object({ snapshots: list(snapshotSummary) }),
  },
  'GET /snapshots/{name}': {
    name: 'snapshots.get',
    description: 'Returns a named snapshot as JSON, without tokens.',
    response: stateRoutes['GET /snapshot'].response,
  },
  'PUT /snapshots/{name}': {
    name: 'snapshots.save',
    description: 'Keeps the current state under a name, in place of an earlier snapshot with this name.',
    params: { name: newName },
    response: snapshotSummary,
  },
  'POST /snapshots/{name}': {
    name: 'snapshots.restore',
    description: 'Restores a named snapshot.',
    query: z.object({ keepCalls: flag }),
    response: stateRoutes['GET /state'].response,
  },
  'DELETE /snapshots/{name}': {
    name: 'snapshots.delete',
    description: 'Deletes a named snapshot.',
    response: deleted,
  },
});

/** The named snapshots of each mock that has no others. */
const stores = new WeakMap<MockServer, NamedSnapshots>();

/** Handles snapshots under names. */
export function handleSnapshots(
  mock: MockServer,
  hub: EventHub,
  given?: NamedSnapshots,
): ControlHandlers<typeof snapshotRoutes> {
  const saved = given ?? stores.get(mock) ?? new NamedSnapshots(undefined);
  stores.set(mock, saved);
  const find = (name: string) => {
    const found = saved.get(name);
    if (found) return found;
    throw notFound(`Snapshot "${name}" not found. Saved snapshots: ${saved.names.join(', ') || 'none'}.`);
  };
  return {
    'GET /snapshots': () => ({ snapshots: saved.list() }),
    'GET /snapshots/{name}': ({ params: { name } }) => find(name).toJSON(),
    'PUT /snapshots/{name}': ({ params: { name } }) => {
      const summary = saved.save(name, mock);
      hub.settingChanged('snapshots');
      return summary;
    },
    'POST /snapshots/{name}': ({ params: { name }, query, baseUrl }) => {
      mock.restore(find(name), query);
      return describeState(mock, { baseUrl });
    },
    'DELETE /snapshots/{name}': ({ params: { name } }) => {
      find(name);
      saved.delete(name);
      hub.settingChanged('snapshots');
      return { deleted: true };
    },
  };
}
