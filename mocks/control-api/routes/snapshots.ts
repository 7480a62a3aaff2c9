import type { MockServer } from '../../engine/create-mock-server.ts';
import { defineRoutes, ok } from '../define-routes.ts';
import { notFound } from '../errors.ts';
import type { EventHub } from '../events/event-hub.ts';
import { NamedSnapshots } from '../named-snapshots.ts';
import { parseFlag } from '../query.ts';
import { snapshotNameProblem } from '../snapshot-name.ts';
import { describeState } from './state.ts';

/** The named snapshots of each mock that has no others. */
const stores = new WeakMap<MockServer, NamedSnapshots>();

/** Keeps snapshots under names. */
export function snapshotRoutes(mock: MockServer, hub: EventHub, given?: NamedSnapshots) {
  const saved = given ?? stores.get(mock) ?? new NamedSnapshots(undefined);
  stores.set(mock, saved);
  const find = (name: string) => {
    const found = saved.get(name);
    if (found) return found;
    throw notFound(`Snapshot "${name}" not found. Saved snapshots: ${saved.names.join(', ') || 'none'}.`);
  };
  return defineRoutes({
    'GET /snapshots': () => ok({ snapshots: saved.list() }),
    'GET /snapshots/{name}': ({ params: { name } }) => ok(find(name)),
    'PUT /snapshots/{name}': ({ params: { name } }) => {
      assertName(name);
      const summary = saved.save(name, mock);
      hub.settingChanged('snapshots');
      return ok(summary);
    },
    'POST /snapshots/{name}?keepCalls': ({ params: { name }, query, baseUrl }) => {
      mock.restore(find(name), { keepCalls: parseFlag(query, 'keepCalls') });
      return ok(describeState(mock, { baseUrl }));
    },
    'DELETE /snapshots/{name}': ({ params: { name } }) => {
      find(name);
      saved.delete(name);
      hub.settingChanged('snapshots');
      return ok({ deleted: true });
    },
  });
}

function assertName(name: string): void {
  const problem = snapshotNameProblem(name);
  if (problem !== undefined) throw new TypeError(`snapshot name: ${problem}`);
}
