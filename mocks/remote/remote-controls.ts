import type { ClockChange } from '../control-api/routes/settings.ts';
import type { MockClock } from '../controls/clock.ts';
import { assertMilliseconds, toMilliseconds } from '../controls/clock-input.ts';
import type { Fault, HoldFault } from '../controls/faults/fault-kinds.ts';
import type { FaultPreset } from '../controls/faults/fault-presets.ts';
import type { HeldCalls } from '../controls/faults/faults.ts';
import type { FaultTarget } from '../controls/faults/operation-pattern.ts';
import type { FixedOperation } from '../controls/fixed-operation.ts';
import type { OwnPermission } from '../controls/permissions.ts';
import type { MockPolicies } from '../controls/policies.ts';
import { isJson, isObject } from '../shared/json.ts';
import { withNames } from '../shared/own-operation.ts';
import type { Changes } from '../store/row-types.ts';
import { type ControlClient, existed, longestPoll, orIfMissing } from './control-client.ts';
import type {
  Async,
  RemoteAddedOperation,
  RemoteFaults,
  RemoteOperations,
  RemotePolicies,
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
  const add = async (body: Fault | { readonly preset: FaultPreset }) => {
    const { id } = await control.call('POST /faults', { body });
    return { id, remove: async () => void (await remove(id)) };
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
      if (typeof given === 'string') return add({ preset: given });
      const fault = withNames<Fault<FaultTarget>>(given) as Fault;
      // The control API also accepts presets as objects.
      if (!isJson(fault) || (isObject(fault) && 'preset' in fault))
        (await import('../controls/faults/fault-schema.ts')).parseFault(fault, 'any');
      return add(fault);
    },
    hold: (on, scope) => hold({ ...scope, on, hold: true }),
    holdResponse: (on, scope) => hold({ ...scope, on, hold: 'response' }),
    async release(id, edit = {}) {
      if (!isJson(edit)) (await import('../controls/faults/fault-response.ts')).parseResponseEdit(edit);
      const options = { params: { call: String(id) }, body: edit };
      return existed(() => control.call('POST /faults/waiting/{call}/release', options));
    },
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
    async issue(options = {}) {
      if (!isJson(options)) (await import('../controls/tokens.ts')).parseTokenOptions(options, 'tokens.issue');
      return (await control.call('POST /tokens', { body: options as object })).token;
    },
    list: async () => (await control.call('GET /tokens')).tokens,
    revoke: (token) => existed(() => control.call('DELETE /tokens/{token}', { params: { token } })),
  };
}

/** Creates the operations of a mock in another process. */
export function createRemoteOperations(control: ControlClient): RemoteOperations {
  const remove = (name: string) => existed(() => control.call('DELETE /operations/{name}', { params: { name } }));
  return {
    async add<const Given extends FixedOperation>(given: Given): Promise<RemoteAddedOperation<Given>> {
      const { definitionOf, parseFixedOperation } = await import('../controls/fixed-operation.ts');
      const operation = parseFixedOperation(given);
      const { name, permission } = await control.call('POST /operations', { body: operation });
      const definition = { ...definitionOf({ ...operation, name }), permission: permission as OwnPermission };
      // The parsed operation has the types of the given one.
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
    async set(changes: Changes<MockPolicies>) {
      if (!isJson(changes)) (await import('../controls/policies.ts')).resolvePolicies(changes);
      return control.call('PATCH /policies', { body: changes });
    },
  });
}
