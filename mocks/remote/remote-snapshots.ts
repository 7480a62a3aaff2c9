import type { ControlState } from '../control-api/routes/state.ts';
import type { SnapshotJson } from '../controls/snapshot.ts';
import type { SnapshotSummary } from '../engine/named-snapshots.ts';
import type { RestoreOptions } from '../engine/snapshot-arguments.ts';
import { assertSnapshotName, restoreOptionNames } from '../engine/snapshot-arguments.ts';
import { assertOptionNames } from '../shared/assert-option-names.ts';
import { type ControlClient, existed, orIfMissing } from './control-client.ts';

/** The snapshots that a mock in another process keeps under names. With persistence, they survive its restart. */
export interface RemoteSnapshots {
  /** Returns all snapshots, oldest first. */
  list(): Promise<readonly SnapshotSummary[]>;
  /**
   * Keeps the current records, ids and tokens under a name, without settings. Replaces an earlier snapshot with this
   * name.
   *
   * @throws A TypeError if the name is empty, longer than 100 characters, or has a slash or a control character.
   */
  save(name: string): Promise<SnapshotSummary>;
  /**
   * Restores a snapshot.
   *
   * @throws A {@link ControlApiError} with status 404 if there is no snapshot with this name.
   */
  restore(name: string, options?: RestoreOptions): Promise<void>;
  /** Returns a snapshot as JSON without tokens, or undefined if there is none with this name. */
  get(name: string): Promise<SnapshotJson | undefined>;
  /** Deletes a snapshot. Returns whether it existed. */
  delete(name: string): Promise<boolean>;
}

/** Creates the named snapshots of a mock in another process. */
export function createRemoteSnapshots(
  control: ControlClient,
  update: (request: Promise<ControlState>) => Promise<ControlState>,
): RemoteSnapshots {
  const named = (name: string) => ({ params: { name: String(name) } });
  return {
    list: async () => (await control.call('GET /snapshots')).snapshots,
    async save(name) {
      // No path can have the names . and .., which the mock would reject.
      assertSnapshotName(name);
      return control.call('PUT /snapshots/{name}', named(name));
    },
    async restore(name, options = {}) {
      assertOptionNames('restore', options, restoreOptionNames);
      const query = { keepCalls: Boolean(options.keepCalls) };
      await update(control.call('POST /snapshots/{name}', { ...named(name), query }));
    },
    get: (name) => orIfMissing(() => control.call('GET /snapshots/{name}', named(name)), undefined),
    delete: (name) => existed(() => control.call('DELETE /snapshots/{name}', named(name))),
  };
}
