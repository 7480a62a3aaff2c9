import { expect, test } from 'vitest';
import { describeOutcome } from '../../mocks/workbench/pages/failures/describe-outcome.ts';

const last = { method: 'PATCH', url: '/api/prices/1', status: 200, time: 0 };

test.each([
  ['503', 'PATCH', 'it gets 503 and does not run. The client repeats the call after half a second.'],
  [
    '503',
    'POST',
    'it gets 503 and does not run. The client does not repeat a POST, because the record may exist already.',
  ],
  ['429', 'POST', 'it gets 429 and does not run. The client repeats the call after 1 s.'],
  ['404', 'GET', 'it gets 404 and does not run. The client does not repeat the call.'],
  ['drop-response', 'GET', 'it runs, but gets no response. The client repeats the call after half a second.'],
  ['invalid-json', 'GET', 'it runs, but its response is not JSON. The client does not repeat the call.'],
  ['hold', 'GET', 'the mock holds it until you release it.'],
  ['slow', 'GET', 'it takes 2 s longer.'],
] as const)('%s on a %s', (effect, method, text) => {
  const outcome = describeOutcome(effect, { ...last, method });
  expect(outcome).toMatch(new RegExp(`^${method} /api/prices/1 got 200 at \\S+\\. With this failure, `));
  expect(outcome).toContain(text);
});
