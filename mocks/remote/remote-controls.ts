import type { MockClock } from '../controls/clock.ts';
import { assertMilliseconds, toMilliseconds } from '../controls/moment.ts';
import type { MockPolicies } from '../controls/policies.ts';
import type { PolicyDescription } from '../controls/policy-descriptions.ts';
import type { TokenEntry } from '../controls/tokens.ts';
import { isObject } from '../shared/json.ts';
import { type ControlClient, existed, orIfMissing, segment } from './control-client.ts';
import { isJson } from './is-json.ts';
import { type Async, longestPoll, type RemoteFaults, type RemotePolicies, type RemoteTokens } from './types.ts';

/** Creates the faults of a mock in another process. */
export function createRemoteFaults(control: ControlClient): RemoteFaults {
  const remove = (id: string) => existed(async () => control.delete(`faults/${segment(id)}`));
  const list = async () => (await control.get<{ faults: Awaited<ReturnType<typeof faults.list>> }>('faults')).faults;
  const reached = async (id: string) => {
    const path = `faults/${segment(id)}/reached`;
    let waiting = 0;
    while (waiting === 0) {
      ({ waiting } = await control.get<{ waiting: number }>(path, { query: { timeout: longestPoll } }));
    }
  };
  const add = async (fault: unknown) => {
    const { id } = await control.post<{ id: string }>('faults', fault);
    return { id, remove: async () => void (await remove(id)) };
  };
  const faults: RemoteFaults = {
    async add(fault) {
      if (typeof fault === 'string') return add({ preset: fault });
      // The control API also accepts presets as objects.
      if (!isJson(fault) || (isObject(fault) && 'preset' in fault))
        (await import('../controls/fault-schema.ts')).parseFault(fault);
      return add(fault);
    },
    async hold(on, scope) {
      const held = await faults.add({ ...scope, on, hold: true });
      return {
        ...held,
        release: held.remove,
        reached: () => reached(held.id),
        get waiting() {
          return list().then((entries) => entries.find(({ id }) => id === held.id)?.waiting ?? 0);
        },
      };
    },
    remove,
    reached: (id) => orIfMissing(() => reached(id), undefined),
    clear: () => control.delete('faults'),
    list,
  };
  return faults;
}

/** Creates the clock of a mock in another process. */
export function createRemoteClock(control: ControlClient): Async<MockClock> {
  const change = async (body: object) => void (await control.post('clock', body));
  const read = () => control.get<{ milliseconds: number; isStopped: boolean }>('clock');
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
      return (await control.post<{ token: string }>('tokens', options)).token;
    },
    list: async () => (await control.get<{ tokens: readonly TokenEntry[] }>('tokens')).tokens,
    revoke: (token) => existed(async () => control.delete(`tokens/${segment(token)}`)),
  };
}

/** Creates the policies of a mock in another process. */
export function createRemotePolicies(control: ControlClient): RemotePolicies {
  // Frozen, so that assigning a policy fails instead of having no effect.
  return Object.freeze({
    get: () => control.get<MockPolicies>('policies'),
    describe: async () => (await control.get<{ policies: readonly PolicyDescription[] }>('policies/describe')).policies,
    async set(changes: Partial<MockPolicies>) {
      if (!isJson(changes)) (await import('../controls/policies.ts')).resolvePolicies(changes);
      return control.patch<MockPolicies>('policies', changes);
    },
  });
}
