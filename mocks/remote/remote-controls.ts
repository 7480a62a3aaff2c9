import { assertMilliseconds } from '../controls/assert-milliseconds.ts';
import type { DateInput, MockClock } from '../controls/clock.ts';
import type { MockPolicies } from '../controls/policies.ts';
import type { PolicyDescription } from '../controls/policy-descriptions.ts';
import type { TokenEntry } from '../controls/tokens.ts';
import { type ControlClient, existed, segment } from './control-client.ts';
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
    add: (fault) => add(typeof fault === 'string' ? { preset: fault } : fault),
    async hold(on, scope) {
      const held = await add({ ...scope, on, hold: true });
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
    reached,
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
    set: (moment) => change({ set: toJson(moment) }),
    async advance(milliseconds) {
      assertMilliseconds(milliseconds);
      await change({ advance: milliseconds });
    },
    resume: () => change({ resume: true }),
  };
}

/** Keeps what JSON cannot represent as text, so that the mock rejects it with its own message. */
function toJson(moment: DateInput): string | number {
  const time = typeof moment === 'object' ? moment.getTime() : moment;
  return typeof time === 'number' && Number.isFinite(time) ? time : String(moment);
}

/** Creates the tokens of a mock in another process. */
export function createRemoteTokens(control: ControlClient): RemoteTokens {
  return {
    issue: async (options) => (await control.post<{ token: string }>('tokens', options ?? {})).token,
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
    set: (changes: Partial<MockPolicies>) => control.patch<MockPolicies>('policies', changes),
  });
}
