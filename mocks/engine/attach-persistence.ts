import { readStoredState } from '../snapshots/stored-state.ts';
import { ChangeQueue } from '../state/change-queue.ts';
import type { AttachedPersistence, Persistence } from '../state/persistence.ts';
import { rebase } from '../state/rebase.ts';
import type { Engine } from './engine.ts';

/** Restores the stored state of a mock, or stores its current one, and from then on stores each change. */
export async function attachPersistence(engine: Engine, persistence: Persistence): Promise<AttachedPersistence> {
  const { state, snapshots, tokens } = engine;
  if (engine.attached) throw new Error('persist: the mock already stores its changes. Call detach() first.');
  const queue = new ChangeQueue(persistence, {
    rebase(others, pending) {
      rebase(state, others, pending);
      tokens.revokeOrphans();
    },
    revert: (commit) => state.revert(commit),
    onStored: (change) => state.notify(change),
  });
  engine.attached = queue;
  /** Stores all records, and from then on each change. Returns false if another mock was faster, as in another tab. */
  const storeAll = () =>
    persistence.runExclusive((others) => {
      if (others.length > 0) return { result: false, changes: [] };
      state.queue = queue;
      return { result: true, changes: [state.createFull()] };
    });
  /** Restores the stored state, and from then on stores each change. Undefined if there is none. */
  const load = async () => {
    const stored = await persistence.load();
    if (!stored) return undefined;
    const read = readStoredState(stored, engine.options.tables);
    const warnings = [...read.warnings, ...read.unusedRowWarnings, ...engine.load(read)];
    state.queue = queue;
    if (read.mustBeStored) state.commitFull();
    engine.useStartToken();
    await queue.flush();
    return warnings;
  };
  const stop = () => {
    // Another persistence may have been attached after this one was detached.
    if (engine.attached !== queue) return;
    engine.attached = undefined;
    state.queue = undefined;
    snapshots.detach();
  };
  try {
    snapshots.attach(persistence);
    let warnings = await load();
    if (!warnings && !(await storeAll())) warnings = await load();
    return {
      loaded: warnings ? 'restored' : 'empty',
      // Hashes the seed, which only pages ask for.
      get isSeedChanged() {
        return engine.isSeedChanged;
      },
      warnings: warnings ?? [],
      refresh: () => queue.refresh(),
      async detach() {
        await queue.flush();
        stop();
      },
      abandon: stop,
    };
  } catch (error) {
    stop();
    throw error;
  }
}
