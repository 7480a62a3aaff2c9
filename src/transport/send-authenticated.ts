import { loadToken } from '../config/api-token.ts';
import type { Settings } from '../config/settings.ts';
import { TimeoutError } from '../errors/index.ts';
import { timeLimit } from './deadline.ts';
import { loadOnDemand } from './load-on-demand.ts';
import type { PreparedRequest } from './request.ts';
import type { AttemptResult } from './retry-policy.ts';
import { sendAttempt } from './send-attempt.ts';

/** Sends a request with the token of its settings. */
export async function sendAuthenticated(
  request: PreparedRequest,
  settings: Settings,
  signal: AbortSignal | undefined,
): Promise<AttemptResult> {
  const { apiToken, tokenProviders } = settings;
  const send = (token: string): Promise<AttemptResult> => sendAttempt(request, settings, token, signal);
  if (typeof apiToken !== 'function') return send(apiToken ?? '');
  const { sendWithTokenFunction } = await loadOnDemand();
  return sendWithTokenFunction(request, apiToken, tokenProviders, {
    signal,
    loadToken: () => loadToken(apiToken),
    send,
    timeLimit: () => timeLimit(request, settings),
    timeoutError: (message) => new TimeoutError(message),
  });
}
