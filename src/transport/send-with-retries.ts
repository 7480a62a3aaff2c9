/** Sends a request, as often as it takes. ky has the loop, the timers and the aborting. */
import ky, { isTimeoutError } from 'ky';
import type { Settings } from '../config/settings.ts';
import type { TokenProvider } from '../config/token-provider.ts';
import { ConnectionError, TimeoutError } from '../errors/index.ts';
import type { HttpExchange, PreparedRequest } from './exchange.ts';
import { isRetryable, retryAfter, waitBefore } from './retry-policy.ts';
import { sendAttempt } from './send-attempt.ts';

/** Tells ky that an answer, or a cooldown, is a reason to try again. */
class Refused extends Error {}

/** Resolves with the last answer, whatever its status; rejects where no whole answer came. */
export async function sendWithRetries(
  request: PreparedRequest,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<HttpExchange> {
  const { call, label } = request;
  const { method, url } = call;
  const { apiToken, timeout, totalTimeout, cooldown } = settings;
  const once = method === 'POST' && !settings.retryPosts;
  const left = (): number => (totalTimeout || Number.POSITIVE_INFINITY) - (performance.now() - request.start);
  const timedOut = (): TimeoutError =>
    new TimeoutError(
      `${label} had no whole answer within ${left() > 0 ? `${timeout} ms` : `${totalTimeout} ms in all`} (attempts: ${request.attempts})`,
    );
  let runs = 0;
  let retries = 0;
  let exchange: HttpExchange | undefined;
  let asked: Promise<string> | undefined;
  /** The first answer that refused a token which a function gave: it may have a newer one. */
  let stale: HttpExchange | undefined;
  let wait = 0;

  const newestOf = async (source: TokenProvider, attempting: AbortSignal | null): Promise<string> => {
    let isPending = true;
    const answer = source.get();
    asked = answer;
    // One that is not given in time may never be: the next sendAttempt asks anew.
    attempting?.addEventListener('abort', () => isPending && source.invalidate(answer));
    const token = await answer;
    isPending = false;
    attempting?.throwIfAborted();
    return token;
  };

  /** Milliseconds until the next sendAttempt; nothing where there is to be none. */
  const waitAfter = (error: Error): number | undefined => {
    const status = exchange?.response.status;
    if (status === 401) {
      // With the newer one refused as well there is nothing remaining to try. It stays until it fails a request to come, so
      // that of many calls that delay only the first asks for another.
      if (typeof apiToken === 'string' || !asked || stale) return undefined;
      apiToken.invalidate(asked);
      stale = exchange;
      return 0;
    }
    const seconds = exchange && retryAfter(exchange.response.status, exchange.response.headers);
    if (cooldown && status === 429) return cooldown.start(seconds);
    const refused = error instanceof Refused;
    if (refused && !exchange) return cooldown?.remaining();
    if (!refused && (once || !(error instanceof ConnectionError || isTimeoutError(error)))) return undefined;
    retries += 1;
    return retries > settings.maxRetries ? undefined : waitBefore(retries, seconds);
  };

  try {
    // ky is given neither body nor headers: it would copy them for each sendAttempt, and its errors hold them.
    await ky(url, {
      method,
      timeout,
      totalTimeout,
      throwHttpErrors: false,
      ...(signal && { signal }),
      async fetch(input) {
        const run = ++runs;
        exchange = undefined;
        if (cooldown?.remaining()) throw new Refused();
        const attempting = typeof input === 'object' && 'signal' in input ? input.signal : null;
        const token = typeof apiToken === 'string' ? apiToken : await newestOf(apiToken, attempting);
        const answered = stale?.token === token ? stale : await sendAttempt(request, settings, token, attempting);
        // One that timed out may end all the same, where the given `fetch` does not heed the signal.
        if (run === runs) exchange = answered;
        const { status } = answered.response;
        if (isRetryable(status, once) || (status === 401 && typeof apiToken !== 'string')) throw new Refused();
        return answered.response;
      },
      retry: {
        // Not the client's limit: neither a new token nor a shared cooldown counts.
        limit: Number.MAX_SAFE_INTEGER,
        methods: ['get', 'post', 'put', 'patch', 'delete'],
        shouldRetry({ error }) {
          const milliseconds = waitAfter(error);
          // Not worth the delay where it would leave no time.
          if (milliseconds === undefined || milliseconds >= left()) return false;
          wait = milliseconds;
          if (request.watch && (exchange || !(error instanceof Refused))) {
            const status = exchange?.response.status;
            const reason = error instanceof ConnectionError ? error : status ? undefined : timedOut();
            request.watch.onRetry(request, settings, wait, status, reason);
          }
          return true;
        },
        delay: () => wait,
      },
    });
  } catch (error) {
    if (isTimeoutError(error)) throw timedOut();
    if (!(error instanceof Refused)) throw error;
  }
  if (exchange === undefined) throw new ConnectionError(`${label} had no answer`);
  return exchange;
}
