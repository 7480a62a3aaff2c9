import type { MockHistory } from '../engine/history.ts';
import type { ControlClient } from './control-client.ts';
import type { Async } from './types.ts';

/** Creates the history of a mock in another process. */
export function createRemoteHistory(control: ControlClient): Async<MockHistory> {
  const checked = async (method: string, id: number) => {
    const { assertChangeId } = await import('../engine/history-arguments.ts');
    assertChangeId(method, id);
    return { params: { id: String(id) } };
  };
  return {
    get first() {
      return control.call('GET /history', { query: { limit: 1 } }).then(({ first }) => first);
    },
    async list(options = {}) {
      const { parseHistoryOptions } = await import('../engine/history-arguments.ts');
      const { after, limit } = parseHistoryOptions(options);
      return (await control.call('GET /history', { query: { after, limit } })).changes;
    },
    changes: async (id) => (await control.call('GET /history/{id}', { params: { id: String(Number(id)) } })).changes,
    async restoreBefore(id, body = {}) {
      const options = { ...(await checked('restoreBefore', id)), body };
      return (await control.call('POST /history/{id}/restore', options)).change;
    },
    async undo(id, body = {}) {
      const options = { ...(await checked('undo', id)), body };
      return (await control.call('POST /history/{id}/undo', options)).change;
    },
  };
}
