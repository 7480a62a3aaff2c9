import type { Settings } from '../config/settings.ts';
import { sleep } from './abort.ts';
import { createError } from './create-error.ts';
import { remainingTime } from './deadline.ts';
import { loadFailures } from './load-failures.ts';
import type { PreparedRequest } from './request.ts';
import type { HttpExchange } from './response.ts';
import { timeoutError } from './send-attempt.ts';
import { sendAuthenticated } from './send-authenticated.ts';

/** Sends a request. The retry loop is needed only if the first attempt fails, or may not be sent yet. */
export async function send(
  request: PreparedRequest,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<HttpExchange> {
  const result = settings.cooldown?.remaining() ? undefined : await sendAuthenticated(request, settings, signal);
  if (result && !(result instanceof Error) && result.response.status < 400) return result;
  const { describeResponse, sendWithRetries } = await loadFailures();
  return sendWithRetries(request, settings, result, {
    send: () => sendAuthenticated(request, settings, signal),
    sleep: (milliseconds) => sleep(milliseconds, signal),
    remainingTime: () => remainingTime(request, settings),
    timeoutError: () => timeoutError(request, settings),
    errorOf: (exchange) => createError(describeResponse(exchange)),
  });
}
