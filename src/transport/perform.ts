/** Sends a request, as often as it takes. ky has the loop, the timers and the aborting. */
import ky, { isTimeoutError } from 'ky';
import { ConnectionError, TimeoutError } from '../errors.ts';
import { attempt } from './attempt.ts';
import type { Exchange, WireRequest } from './exchange.ts';
import { isRetryable, retryAfter, waitBefore } from './retries.ts';
import type { Settings } from './settings.ts';

/** Tells ky that an answer is one to try again after. */
class Refused extends Error {}

/** Resolves with the last answer, whatever its status; rejects where no whole answer came. */
export async function perform(
  request: WireRequest,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<Exchange> {
  const { method, path } = request;
  const { timeout, totalTimeout } = settings;
  const once = method === 'POST' && !settings.retryPosts;
  const start = performance.now();
  const left = (): number => (totalTimeout || Number.POSITIVE_INFINITY) - (performance.now() - start);
  let attempts = 0;
  let exchange: Exchange | undefined;
  let wait = 0;

  try {
    // ky is given neither body nor headers: it would copy them for each attempt, and its errors hold them.
    await ky(request.url, {
      method,
      timeout,
      totalTimeout,
      throwHttpErrors: false,
      ...(signal && { signal }),
      async fetch(input) {
        const number = attempts++;
        exchange = undefined;
        const answered = await attempt(
          request,
          settings,
          number,
          typeof input === 'object' && 'signal' in input ? input.signal : null,
        );
        // One that timed out may end all the same, where the given `fetch` does not heed the signal.
        if (number === attempts - 1) exchange = answered;
        if (isRetryable(answered.response.status, once)) throw new Refused();
        return answered.response;
      },
      retry: {
        limit: settings.maxRetries,
        methods: ['get', 'post', 'put', 'patch', 'delete'],
        shouldRetry({ error, retryCount }) {
          const failed = error instanceof ConnectionError || isTimeoutError(error);
          if (!(error instanceof Refused) && (once || !failed)) return false;
          const asked = exchange && retryAfter(exchange.response);
          const milliseconds = waitBefore(retryCount, asked);
          // Not worth the wait where it would leave no time.
          if (milliseconds === undefined || milliseconds >= left()) return false;
          wait = milliseconds;
          return true;
        },
        delay: () => wait,
      },
    });
  } catch (error) {
    if (isTimeoutError(error)) {
      const limit = left() > 0 ? `${timeout} ms` : `${totalTimeout} ms in all`;
      throw new TimeoutError(`${method} ${path} had no whole answer within ${limit} (attempts: ${attempts})`);
    }
    if (!(error instanceof Refused)) throw error;
  }
  if (exchange === undefined) throw new ConnectionError(`${method} ${path} had no answer`);
  return exchange;
}
