import { useRef } from 'preact/hooks';
import type { Fault } from '../../../controls/faults/fault-kinds.ts';
import type { FaultPreset } from '../../../controls/faults/fault-presets.ts';
import { useApp } from '../../app/context.ts';
import { type FaultGroup, groupFaults } from '../../state/fault-groups.ts';

/** Changes of the faults of the mock. Each resolves when the page shows the change. */
export interface FaultActions {
  add(fault: Fault | FaultPreset): Promise<void>;
  remove(ids: readonly string[]): Promise<void>;
  /** Starts a fault with a name again. */
  reset(id: string): Promise<void>;
  /** Adds a fault before it removes those that match, so that there is no moment without one. */
  replace(matches: (group: FaultGroup) => boolean, fault: Fault | undefined): Promise<void>;
}

export function useFaultActions(): FaultActions {
  const { session } = useApp();
  // A key that repeats changes a fault again before the page shows the previous change.
  const previous = useRef<Promise<unknown>>(Promise.resolve());
  const enqueue = (action: () => Promise<unknown>) => {
    const next = previous.current.catch(() => undefined).then(action);
    previous.current = next;
    return next.then(() => session.refresh());
  };
  const add = (fault: Fault | FaultPreset) =>
    session.control.call('POST /faults', { body: typeof fault === 'string' ? { preset: fault } : fault });
  // The fault may have been used up, or removed by another program.
  const remove = (ids: readonly string[]) =>
    Promise.allSettled(ids.map((id) => session.control.call('DELETE /faults/{id}', { params: { id } })));
  return {
    add: (fault) => enqueue(() => add(fault)),
    remove: (ids) => enqueue(() => remove(ids)),
    reset: (id) => enqueue(() => session.control.call('POST /faults/{id}/reset', { params: { id } })),
    replace: (matches, fault) =>
      enqueue(async () => {
        const { faults } = await session.control.call('GET /faults');
        if (fault) await add(fault);
        await remove(
          groupFaults(faults)
            .filter(matches)
            .map(({ id }) => id),
        );
      }),
  };
}
