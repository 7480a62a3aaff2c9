import type { TokenFunction, TokenProviders } from '../config/api-token.ts';
import { TokenProvider } from '../config/token-provider.ts';
import type { TimeoutError } from '../errors/index.ts';
import type { PreparedRequest } from './request.ts';
import type { AttemptResult } from './retry-policy.ts';
import { waitFor } from './wait.ts';

/** The functions of the main bundle that a call with a token function needs. */
export interface TokenSteps {
  readonly signal: AbortSignal | undefined;
  /** Calls the token function and checks its token. */
  loadToken(): Promise<string>;
  /** Sends the request once. */
  send(token: string): Promise<AttemptResult>;
  /** Returns the milliseconds that the next step may take. */
  timeLimit(): number;
  timeoutError(message: string): TimeoutError;
}

/** Sends a request, and resends it once with a new token if the service rejects the current one. */
export async function sendWithTokenFunction(
  request: PreparedRequest,
  tokenFunction: TokenFunction,
  providers: TokenProviders,
  steps: TokenSteps,
): Promise<AttemptResult> {
  const provider = providers.get(tokenFunction) ?? new TokenProvider(steps.loadToken);
  providers.set(tokenFunction, provider);

  const current = await getToken(provider, request, steps);
  if (current instanceof Error) return current;
  const result = await steps.send(current.token);
  if (result instanceof Error || result.response.status !== 401 || request.hasNewToken) return result;

  request.hasNewToken = true;
  provider.invalidate(current.source);
  const next = await getToken(provider, request, steps);
  if (next instanceof Error || next.token === current.token) return result;
  request.observer?.onRetry(request, { attempt: request.attempts, delay: 0, status: 401, error: undefined });
  return steps.send(next.token);
}

async function getToken(
  provider: TokenProvider,
  { label }: PreparedRequest,
  { signal, timeLimit, timeoutError }: TokenSteps,
): Promise<{ readonly token: string; readonly source: Promise<string> } | TimeoutError> {
  const timeout = timeLimit();
  const source = provider.get(timeout);
  const token = await waitFor(source, timeout, signal);
  return token === undefined
    ? timeoutError(`${label} timed out: apiToken() returned no token within ${Math.round(timeout)} ms`)
    : { token, source };
}
