import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { demo, type MockServer } from '../../../mocks/index.ts';
import { callSafely } from '../../../mocks/shared/errors.ts';
import { unhandledRejections } from '../../unhandled-rejections.ts';
import { call, startMock } from '../helpers.ts';

beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());
afterEach(() => void vi.restoreAllMocks());

/** An error of which nothing can be read. */
const unreadable = new Error('unreadable');
for (const name of ['message', 'stack', 'name']) {
  Object.defineProperty(unreadable, name, {
    get() {
      throw new Error('unreadable');
    },
  });
}

const listeners: [string, (mock: MockServer, listen: () => void) => void][] = [
  ['onChange', (mock, listen) => mock.onChange(listen)],
  ['journal.subscribe', (mock, listen) => mock.journal.subscribe({ onEntry: listen, onClear: listen })],
  ['faults.onWaiting', (mock, listen) => mock.faults.onWaiting(listen)],
];

describe.each(listeners)('a listener of %s', (_, add) => {
  test.each<[string, () => unknown]>([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
    ['rejects with an unreadable error', () => Promise.reject(unreadable)],
    [
      'throws an unreadable error',
      () => {
        throw unreadable;
      },
    ],
  ])('that %s changes nothing, and its error is printed', async (_, listen) => {
    const mock = startMock({ seed: demo, faults: [{ delay: 1 }] });
    add(mock, listen);
    const reasons = await unhandledRejections(async () => {
      expect((await call(mock, 'POST', '/api/customers', { name: 'Acme', type: 'company' })).status).toBe(201);
      mock.journal.clear();
    });
    expect(reasons).toEqual([]);
    expect(mock.db.customers.find({ name: 'Acme' })).toBeDefined();
    expect(console.error).toHaveBeenCalled();
  });
});

test('the message of an error that cannot be printed is printed', async () => {
  vi.mocked(console.error).mockImplementation((_, error) => {
    if (error === unreadable) throw new Error('console');
  });
  callSafely('A listener', () => {
    throw unreadable;
  });
  await vi.waitFor(() => expect(console.error).toHaveBeenLastCalledWith('A listener threw an error:', 'unknown error'));
});
