import type { Settings } from '../config/settings.ts';
import { TokenProvider } from '../config/token-provider.ts';
import { TimeoutError } from '../errors/index.ts';
import { waitFor } from './abort.ts';
import { timeLimit } from './deadline.ts';
import type { PreparedRequest } from './request.ts';
import type { AttemptResult } from './retry-policy.ts';
import { sendAttempt } from './send-attempt.ts';

/** Sends a request, and resends it once with a new token if the service rejects the current one. */
export async function sendAuthenticated(
  request: PreparedRequest,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<AttemptResult> {
  const { apiToken } = settings;
  if (!(apiToken instanceof TokenProvider)) return sendAttempt(request, settings, apiToken ?? '', signal);

  const current = await getToken(apiToken, request, settings, signal);
  if (current instanceof Error) return current;
  const result = await sendAttempt(request, settings, current.token, signal);
  if (result instanceof Error || result.response.status !== 401 || request.hasNewToken) return result;

  request.hasNewToken = true;
  apiToken.invalidate(current.source);
  const next = await getToken(apiToken, request, settings, signal);
  if (next instanceof Error || next.token === current.token) return result;
  request.observer?.onRetry(request, { attempt: request.attempts, delay: 0, status: 401, error: undefined });
  return sendAttempt(request, settings, next.token, signal);
}

async function getToken(
  provider: TokenProvider,
  request: PreparedRequest,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<{ readonly token: string; readonly source: Promise<string> } | TimeoutError> {
  const timeout = timeLimit(request, settings);
  const source = provider.get(timeout);
  const token = await waitFor(source, timeout, signal);
  return token === undefined
    ? new TimeoutError(`${request.label} timed out: apiToken() returned no token within ${Math.round(timeout)} ms`)
    : { token, source };
}
