import * as z from 'zod/mini';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { describeMissingSnapshot } from '../../snapshots/named-snapshots.ts';
import { snapshotNameProblem } from '../../snapshots/snapshot-arguments.ts';
import { type ControlHandlers, defineRoutes } from '../define-routes.ts';
import { notFound } from '../errors.ts';
import { deleted, flag, list, rowCounts } from '../schemas.ts';
import { describeState, stateRoutes } from './state.ts';

/** The name of a new snapshot. Others do not exist. */
const newName = z.string().check(
  z.refine((name) => snapshotNameProblem(name) === undefined, {
    error: ({ input }) => `snapshot name: ${snapshotNameProblem(input)}`,
  }),
);

const snapshotSummary = z.object({ name: z.string(), createdAt: z.string(), tables: rowCounts });

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
    description:
      'Keeps the current records, ids and tokens, but no settings, under a name, in place of an earlier snapshot with this name.',
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

/** Handles snapshots under names. */
export function handleSnapshots(mock: MockServer): ControlHandlers<typeof snapshotRoutes> {
  const { snapshots } = mock;
  const find = async (name: string) => {
    const found = await snapshots.get(name);
    if (found) return found;
    throw notFound(describeMissingSnapshot(name, snapshots));
  };
  return {
    'GET /snapshots': () => ({ snapshots: snapshots.list() }),
    'GET /snapshots/{name}': async ({ params: { name } }) => (await find(name)).toJSON(),
    'PUT /snapshots/{name}': ({ params: { name } }) => snapshots.save(name),
    'POST /snapshots/{name}': async ({ params: { name }, query, baseUrl }) => {
      await find(name);
      await snapshots.restore(name, query);
      return describeState(mock, { baseUrl });
    },
    'DELETE /snapshots/{name}': ({ params: { name } }) => {
      if (!snapshots.delete(name)) throw notFound(describeMissingSnapshot(name, snapshots));
      return { deleted: true };
    },
  };
}
