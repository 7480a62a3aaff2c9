import { describe, expect, test } from 'vitest';
import type { JournalSummary } from '../../mocks/controls/journal-entry.ts';
import { failedCalls, groupAttempts, waitBefore } from '../../mocks/workbench/state/attempts.ts';
import { fc } from '../fast-check.ts';
import { runs } from '../sample.ts';

/** Builds a request that arrives at `10 * id` and takes 2 ms. */
function request(id: number, status: number, given: Partial<JournalSummary> = {}): JournalSummary {
  return {
    id,
    status,
    method: 'PATCH',
    url: '/api/prices/1',
    operation: 'prices.update',
    workspace: 'w',
    time: 0,
    arrivedAt: 10 * id,
    duration: 2,
    fault: undefined,
    ...given,
  };
}

const idsOf = (requests: readonly JournalSummary[]) =>
  groupAttempts(requests).map((attempts) => attempts.map(({ id }) => id));

describe('attempts of one call', () => {
  test('are one group, and the newest call is first', () => {
    const requests = [
      request(4, 200, { method: 'GET' }),
      request(3, 200, { retryCount: 2 }),
      request(2, 503, { retryCount: 1 }),
      request(1, 503),
    ];
    expect(idsOf(requests)).toEqual([[4], [1, 2, 3]]);
  });

  test('follow each other without gaps: a retry whose call is unknown is a group of its own', () => {
    expect(idsOf([request(1, 503), request(2, 200, { retryCount: 2 })])).toEqual([[2], [1]]);
  });

  test('have the same target', () => {
    expect(idsOf([request(1, 503), request(2, 200, { retryCount: 1, url: '/api/prices/2' })])).toEqual([[2], [1]]);
    expect(idsOf([request(1, 503), request(2, 200, { retryCount: 1, method: 'GET' })])).toEqual([[2], [1]]);
    expect(idsOf([request(1, 503), request(2, 200, { retryCount: 1, workspace: 'x' })])).toEqual([[2], [1]]);
  });

  test('may begin with a token that belongs to no workspace', () => {
    expect(idsOf([request(1, 401, { workspace: undefined }), request(2, 200, { retryCount: 1 })])).toEqual([[1, 2]]);
  });

  test('do not follow a success, unless a fault broke or delayed it', () => {
    const retry = request(2, 200, { retryCount: 1 });
    expect(idsOf([request(1, 200), retry])).toEqual([[2], [1]]);
    expect(idsOf([request(1, 200, { fault: 'truncate-response' }), retry])).toEqual([[1, 2]]);
  });

  test('have the id of their call, whatever else tells', () => {
    const [one, other] = [{ callId: 'a' }, { callId: 'b' }];
    const requests = [
      request(1, 503, one),
      request(2, 503, other),
      request(3, 200, { ...one, retryCount: 1 }),
      request(4, 503, { ...other, retryCount: 1 }),
      request(5, 200, { ...other, retryCount: 3, workspace: 'x' }),
      request(6, 200, { retryCount: 1 }),
    ];
    expect(idsOf(requests)).toEqual([[6], [2, 4, 5], [1, 3]]);
  });

  test('have the same target, even if a client sends one id with all requests', () => {
    const given = { callId: 'a', url: '/api/prices/2' };
    expect(idsOf([request(1, 503, { callId: 'a' }), request(2, 200, given)])).toEqual([[2], [1]]);
  });

  test('are those of the closest call, if an earlier call was not retried', () => {
    expect(idsOf([request(1, 503), request(2, 503), request(3, 200, { retryCount: 1 })])).toEqual([[2, 3], [1]]);
  });

  test('are ordered by their arrival, even if an earlier one ends later', () => {
    const slow = request(2, 0, { arrivedAt: 1 });
    const retry = request(1, 200, { arrivedAt: 5, retryCount: 1 });
    expect(idsOf([slow, retry])).toEqual([[2, 1]]);
  });
});

test('only the last attempt of a call that failed is an error', () => {
  const requests = [
    request(1, 503),
    request(2, 200, { retryCount: 1 }),
    request(3, 503),
    request(4, 500, { retryCount: 1 }),
    request(5, 404, { method: 'GET' }),
  ];
  expect(failedCalls(groupAttempts(requests)).map(({ id }) => id)).toEqual([5, 4]);
});

test('a client waits from the response to the next attempt', () => {
  const [attempts] = groupAttempts([request(1, 503), request(2, 200, { retryCount: 1, arrivedAt: 912 })]);
  expect(attempts && [waitBefore(attempts, 0), waitBefore(attempts, 1)]).toEqual([0, 900]);
});

describe('of any requests', () => {
  const anyRequests = fc
    .array(
      fc.record({
        status: fc.constantFrom(200, 503, 0),
        url: fc.constantFrom('/api/prices/1', '/api/prices/2'),
        workspace: fc.constantFrom('w', undefined),
        retryCount: fc.constantFrom(undefined, 1, 2),
        arrivedAt: fc.integer({ min: 0, max: 40 }),
      }),
    )
    .map((all) => all.map(({ status, ...given }, index) => request(index + 1, status, given)));

  test('each is in exactly one group, whose attempts are consecutive', () => {
    fc.assert(
      fc.property(anyRequests, (requests) => {
        const groups = groupAttempts(requests);
        expect(groups.flat().toSorted((one, other) => one.id - other.id)).toEqual(requests);
        for (const group of groups) {
          for (const [index, each] of group.entries()) {
            const former = group[index - 1];
            if (!former) continue;
            expect([each.url, each.retryCount]).toEqual([former.url, (former.retryCount ?? 0) + 1]);
            expect(each.arrivedAt).toBeGreaterThanOrEqual(former.arrivedAt);
          }
        }
      }),
      { numRuns: runs(800) },
    );
  });

  test('the order in which they are listed does not matter', () => {
    fc.assert(
      fc.property(anyRequests, (requests) => {
        expect(idsOf(requests.toReversed())).toEqual(idsOf(requests));
      }),
      { numRuns: runs(200) },
    );
  });
});
