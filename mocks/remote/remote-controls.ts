import type { ClockChange } from '../control-api/routes/clock.ts';
import type { ControlState } from '../control-api/routes/state.ts';
import type { MockClock } from '../controls/clock.ts';
import { assertMilliseconds, toMilliseconds } from '../controls/clock-input.ts';
import type { Fault, HoldFault } from '../controls/faults/fault-kinds.ts';
import type { HeldCalls } from '../controls/faults/mock-faults.ts';
import type { FaultTarget } from '../controls/faults/operation-pattern.ts';
import type { OwnPermission } from '../controls/permissions.ts';
import type { MockHistory } from '../history/mock-history.ts';
import type { FixedOperation } from '../operations/fixed-operation.ts';
import { assertListOptions, assertOptionNames, assertWholeNumber } from '../shared/assert-option-names.ts';
import { definitionOf } from '../shared/fixed-response.ts';
import { withNames } from '../shared/operation-reference.ts';
import { assertSnapshotName, restoreOptionNames } from '../snapshots/snapshot-arguments.ts';
import { type ControlClient, existed, longestPoll, orIfMissing } from './control-client.ts';
import type {
  Async,
  RemoteAddedOperation,
  RemoteFaults,
  RemoteOperations,
  RemotePolicies,
  RemoteSnapshots,
  RemoteTokens,
} from './types.ts';

/** Creates the faults of a mock in another process. */
export function createRemoteFaults(control: ControlClient): RemoteFaults {
  const remove = (id: string) => existed(() => control.call('DELETE /faults/{id}', { params: { id } }));
  const list = async () => (await control.call('GET /faults')).faults;
  const reached = async (id: string) => {
    const options = { params: { id }, query: { timeout: longestPoll } };
    while ((await control.call('GET /faults/{id}/reached', options)).waiting === 0);
  };
  const hold = async (fault: HoldFault<FaultTarget>): Promise<Async<HeldCalls>> => {
    const held = await faults.add(fault);
    return {
      ...held,
      release: held.remove,
      reached: () => reached(held.id),
      get waiting() {
        return list().then((entries) => entries.find(({ id }) => id === held.id)?.waiting ?? 0);
      },
    };
  };
  const faults: RemoteFaults = {
    async add(given) {
      const body = typeof given === 'string' ? { preset: given } : (withNames<Fault<FaultTarget>>(given) as Fault);
      const { id } = await control.call('POST /faults', { body });
      return { id, remove: async () => void (await remove(id)) };
    },
    hold: (on, scope) => hold({ ...scope, on, hold: true }),
    holdResponse: (on, scope) => hold({ ...scope, on, hold: 'response' }),
    release: (id, body) =>
      existed(() => control.call('POST /faults/waiting/{call}/release', { params: { call: String(id) }, body })),
    remove,
    reset: (id) => existed(() => control.call('POST /faults/{id}/reset', { params: { id } })),
    reached: (id) => orIfMissing(() => reached(id), undefined),
    clear: async () => void (await control.call('DELETE /faults')),
    list,
    waiting: async () => (await control.call('GET /faults/waiting')).calls,
  };
  return faults;
}

/** Creates the clock of a mock in another process. */
export function createRemoteClock(control: ControlClient): Async<MockClock> {
  const change = async (body: ClockChange) => void (await control.call('POST /clock', { body }));
  const read = () => control.call('GET /clock');
  return {
    now: async () => (await read()).milliseconds,
    get isStopped() {
      return read().then(({ isStopped }) => isStopped);
    },
    set: async (moment) => change({ set: toMilliseconds(moment) }),
    async advance(milliseconds) {
      assertMilliseconds(milliseconds);
      await change({ advance: milliseconds });
    },
    resume: () => change({ resume: true }),
  };
}

/** Creates the tokens of a mock in another process. */
export function createRemoteTokens(control: ControlClient): RemoteTokens {
  return {
    issue: async (options) => (await control.call('POST /tokens', { body: options as object })).token,
    list: async () => (await control.call('GET /tokens')).tokens,
    revoke: (token) => existed(() => control.call('DELETE /tokens/{token}', { params: { token } })),
  };
}

/** Creates the operations of a mock in another process. */
export function createRemoteOperations(control: ControlClient): RemoteOperations {
  const remove = (name: string) => existed(() => control.call('DELETE /operations/{name}', { params: { name } }));
  return {
    async add<const Given extends FixedOperation>(given: Given): Promise<RemoteAddedOperation<Given>> {
      const { name, permission } = await control.call('POST /operations', { body: given });
      const definition = { ...definitionOf({ ...given, name }), permission: permission as OwnPermission };
      // The definition has the types of the given operation.
      return { ...definition, remove: async () => void (await remove(name)) } as unknown as RemoteAddedOperation<Given>;
    },
    remove,
    list: async () => (await control.call('GET /operations')).operations,
  };
}

/** Creates the policies of a mock in another process. */
export function createRemotePolicies(control: ControlClient): RemotePolicies {
  // Frozen, so that assigning a policy fails instead of having no effect.
  return Object.freeze({
    get: () => control.call('GET /policies'),
    describe: async () => (await control.call('GET /policies/describe')).policies,
    set: (changes) => control.call('PATCH /policies', { body: changes }),
  } satisfies RemotePolicies);
}

/** Creates the history of a mock in another process. */
export function createRemoteHistory(control: ControlClient): Async<MockHistory> {
  const ofChange = (method: string, id: number) => ({
    params: { id: String(assertWholeNumber(`history.${method}`, id, 1)) },
  });
  return {
    get first() {
      return control.call('GET /history', { query: { limit: 1 } }).then(({ first }) => first);
    },
    async list(options = {}) {
      assertListOptions('history.list', options, { after: true, limit: true });
      return (await control.call('GET /history', { query: { ...options } })).changes;
    },
    changes: async (id) => (await control.call('GET /history/{id}', ofChange('changes', id))).changes,
    restoreBefore: async (id, body) =>
      (await control.call('POST /history/{id}/restore', { ...ofChange('restoreBefore', id), body })).change,
    undo: async (id, body) => (await control.call('POST /history/{id}/undo', { ...ofChange('undo', id), body })).change,
  };
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
