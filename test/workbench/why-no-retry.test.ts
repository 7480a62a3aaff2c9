import { expect, test } from 'vitest';
import { whyNoRetry } from '../../mocks/workbench/pages/explorer/why-no-retry.ts';
import { ConnectionError } from '../../src/index.ts';
import type { HttpExchange } from '../../src/transport/response.ts';
import { type AttemptResult, decideRetry } from '../../src/transport/retry.ts';

/** Whether a client with default options repeats a call. */
function isRepeated(method: string, status: number, retryAfter: number | undefined, attempts: number): boolean {
  const headers = retryAfter === undefined ? {} : { 'retry-after': String(retryAfter) };
  const exchange: Pick<HttpExchange, 'response' | 'json'> = {
    response: status === 0 ? Response.error() : new Response('{}', { status, headers }),
    json: () => ({}),
  };
  const result = status === 0 ? new ConnectionError('broken') : (exchange as AttemptResult);
  const state = {
    retries: attempts - 1,
    maxRetries: 2,
    isRepeatable: method !== 'POST',
    hasPlainFetch: true,
    backoff: 500,
    remaining: Number.POSITIVE_INFINITY,
    cooldown: undefined,
  };
  return decideRetry(result, state) !== undefined;
}

const statuses = [0, 408, 429, 500, 502, 503, 504];
const cases = ['GET', 'POST', 'PATCH', 'DELETE'].flatMap((method) =>
  statuses.flatMap((status) =>
    [undefined, 60, 61].flatMap((retryAfter) =>
      [1, 2, 3].map((attempts) => ({ method, status, retryAfter, attempts })),
    ),
  ),
);

test('the reason exists if, and only if, the client does not repeat a call', () => {
  const differing = cases.filter(({ method, status, retryAfter, attempts }) => {
    const reason = whyNoRetry({ method, status, retryAfter: status === 0 ? undefined : retryAfter, attempts });
    return (reason === undefined) !== isRepeated(method, status, retryAfter, attempts);
  });
  expect(differing).toEqual([]);
});

test('nobody expects the repetition of a request that is wrong', () => {
  for (const status of [400, 401, 403, 404, 409, 422, 501]) {
    expect(whyNoRetry({ method: 'POST', status, attempts: 1 })).toBeUndefined();
  }
});
