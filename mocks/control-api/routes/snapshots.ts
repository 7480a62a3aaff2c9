import type { MockSnapshot } from '../../controls/snapshot.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { HttpError } from '../../shared/http-error.ts';
import { iso } from '../../shared/time.ts';
import { defineRoutes, ok } from '../define-routes.ts';
import { notFound } from '../errors.ts';
import type { EventHub } from '../events/event-hub.ts';
import { parseFlag } from '../query.ts';
import { snapshotNameProblem } from '../snapshot-name.ts';
import { countRows } from './database.ts';
import { describeState } from './state.ts';

/** A snapshot that is kept under a name. */
export interface SnapshotSummary {
  readonly name: string;
  /** The time at which it was taken, by the system clock, as an ISO 8601 string. */
  readonly createdAt: string;
  /** The number of rows in each table. */
  readonly tables: Readonly<Record<string, number>>;
}

interface NamedSnapshot {
  readonly summary: SnapshotSummary;
  readonly snapshot: MockSnapshot;
}

const maxSnapshots = 100;

/** The named snapshots of each mock, in memory. They share their rows with the mock. */
const stores = new WeakMap<MockServer, Map<string, NamedSnapshot>>();

/** Keeps snapshots under names. */
export function snapshotRoutes(mock: MockServer, hub: EventHub) {
  const saved = stores.get(mock) ?? new Map<string, NamedSnapshot>();
  stores.set(mock, saved);
  const find = (name: string) => {
    const found = saved.get(name);
    if (found) return found;
    throw notFound(`Snapshot "${name}" not found. Saved snapshots: ${[...saved.keys()].join(', ') || 'none'}.`);
  };
  return defineRoutes({
    'GET /snapshots': () => ok({ snapshots: Array.from(saved.values(), ({ summary }) => summary) }),
    'GET /snapshots/{name}': ({ params: { name } }) => ok(find(name).snapshot),
    'PUT /snapshots/{name}': ({ params: { name } }) => {
      assertName(name);
      if (!saved.has(name) && saved.size >= maxSnapshots) {
        throw new HttpError(409, `snapshots: at most ${maxSnapshots} can be kept. Delete one first.`);
      }
      const summary = { name, createdAt: iso(Date.now()), tables: countRows(mock.db) };
      saved.set(name, { summary, snapshot: mock.snapshot() });
      hub.settingChanged('snapshots');
      return ok(summary);
    },
    'POST /snapshots/{name}?keepCalls': ({ params: { name }, query, baseUrl }) => {
      mock.restore(find(name).snapshot, { keepCalls: parseFlag(query, 'keepCalls') });
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
