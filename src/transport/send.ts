import type { Settings } from '../config/settings.ts';
import { TimeoutError } from '../errors/index.ts';
import { backoff } from './backoff.ts';
import { createError } from './create-error.ts';
import { remainingTime } from './deadline.ts';
import { loadOnDemand } from './load-on-demand.ts';
import type { PreparedRequest } from './request.ts';
import type { HttpExchange } from './response.ts';
import { sendAuthenticated } from './send-authenticated.ts';

/** Sends a request. The retry loop is needed only if the first attempt fails, or may not be sent yet. */
export async function send(
  request: PreparedRequest,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<HttpExchange> {
  const result = settings.cooldown?.remaining() ? undefined : await sendAuthenticated(request, settings, signal);
  if (result && !(result instanceof Error) && result.response.status < 400) return result;
  const { describeResponse, sendWithRetries } = await loadOnDemand();
  return sendWithRetries(request, settings, result, {
    signal,
    send: () => sendAuthenticated(request, settings, signal),
    backoff,
    remainingTime: () => remainingTime(request, settings),
    timeoutError: (message) => new TimeoutError(message),
    errorOf: (exchange) => createError(describeResponse(exchange)),
  });
}
