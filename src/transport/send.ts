import { TokenProvider } from '../config/api-token.ts';
import { ConfigurationError, type MasterDataError, type TimeoutError } from '../errors/index.ts';
import { messageOf } from '../errors/thrown-value.ts';
import type { PreparedRequest } from './prepare-request.ts';
import type { HttpExchange } from './response.ts';
import { responseError } from './response-error.ts';
import { type AttemptResult, backoff, decideRetry, isUnsent, secondsOf, startsCooldown, statusOf } from './retry.ts';
import { sendAttempt } from './send-attempt.ts';
import { limitError, remainingTime, sleep, timeLimit, timeoutError, waitFor } from './time-limit.ts';

/** Sends a request until a result is final or no retry is left. Resolves with the response, whatever its status. */
export async function send(request: PreparedRequest, signal: AbortSignal | undefined): Promise<HttpExchange> {
  const { settings, call } = request;
  const { cooldown, maxRetries } = settings;
  const hasPlainFetch = !settings.ky;
  let retries = 0;
  while (true) {
    await waitForCooldown(request, signal);
    const { attempts } = request;
    const result = await sendWithToken(request, signal);
    signal?.throwIfAborted();
    if (!(result instanceof Error) && result.response.status < 400) {
      cooldown?.succeeded?.();
      return result;
    }
    const retry = decideRetry(result, {
      retries,
      maxRetries,
      isRepeatable: call.method !== 'POST' || settings.retryPosts,
      hasPlainFetch,
      backoff: backoff(retries + 1),
      remaining: remainingTime(request),
      cooldown: cooldown && startsCooldown(result) ? { delay: cooldown.start(secondsOf(result)) } : undefined,
    });
    if (!retry || !(await isAllowed(request, result, retry.delay, signal)) || retry.delay >= remainingTime(request)) {
      if (result instanceof Error) throw result;
      return result;
    }
    await sleep(retry.delay, signal);
    reportRetry(request, result, retry.delay);
    // Without a token, nothing was sent.
    request.mayHaveSucceeded ||=
      request.attempts > attempts && statusOf(result) !== 429 && !isUnsent(result, hasPlainFetch);
    if (retry.counts) retries += 1;
  }
}

async function waitForCooldown(request: PreparedRequest, signal: AbortSignal | undefined): Promise<void> {
  const { cooldown } = request.settings;
  // Another request may start a new cooldown meanwhile.
  for (let wait = cooldown?.remaining() ?? 0; wait > 0; wait = cooldown?.remaining() ?? 0) {
    const remaining = remainingTime(request);
    if (wait >= remaining) {
      throw Number.isFinite(remaining)
        ? limitError(request, 'totalTimeout')
        : timeoutError(request, 'timed out: the shared cooldown has no end (cooldown.remaining() is Infinity)');
    }
    await sleep(wait, signal);
  }
}

/**
 * Asks `shouldRetry` for its consent. If it throws, the safe choice is not to send the request again. It may take as
 * long as the call.
 */
async function isAllowed(
  request: PreparedRequest,
  result: AttemptResult,
  delay: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { shouldRetry, log } = request.settings;
  if (!shouldRetry) return true;
  const error: MasterDataError = result instanceof Error ? result : responseError(result);
  try {
    const context = Object.freeze({ call: request.call, attempt: request.attempts, delay, error });
    const decision = (async () => shouldRetry(context))();
    return (await waitFor(decision, remainingTime(request), signal)) !== false;
  } catch (failure) {
    if (signal?.aborted) throw failure;
    log.error?.(`shouldRetry failed: ${messageOf(failure)}`);
    return false;
  }
}

function reportRetry(request: PreparedRequest, result: AttemptResult, delay: number): void {
  const error = result instanceof Error ? result : undefined;
  request.observer?.onRetry(request, { attempt: request.attempts, delay, status: statusOf(result), error });
}

/** Sends a request, and resends it once with a new token if the service rejects the one of a token function. */
async function sendWithToken(request: PreparedRequest, signal: AbortSignal | undefined): Promise<AttemptResult> {
  const { apiToken, tokenProviders } = request.settings;
  if (typeof apiToken !== 'function') return sendAttempt(request, apiToken ?? '', signal);
  const provider = tokenProviders.get(apiToken) ?? new TokenProvider(apiToken);
  tokenProviders.set(apiToken, provider);
  const current = await getToken(provider, request, signal);
  if (current instanceof Error) return current;
  const result = await sendAttempt(request, current.token, signal);
  if (statusOf(result) !== 401 || request.hasNewToken) return result;

  request.hasNewToken = true;
  provider.invalidate(current.source);
  const next = await getToken(provider, request, signal);
  if (next instanceof Error || next.token === current.token) return result;
  reportRetry(request, result, 0);
  return sendAttempt(request, next.token, signal);
}

async function getToken(
  provider: TokenProvider,
  request: PreparedRequest,
  signal: AbortSignal | undefined,
): Promise<{ readonly token: string; readonly source: Promise<string> } | TimeoutError> {
  const { option, milliseconds } = timeLimit(request);
  const source = provider.get(milliseconds);
  try {
    const token = await waitFor(source, milliseconds, signal);
    if (token !== undefined) return { token, source };
  } catch (error) {
    // Each call has an error of its own, with its own stack.
    throw error instanceof ConfigurationError ? new ConfigurationError(error.message) : error;
  }
  provider.invalidate(source, milliseconds);
  return timeoutError(
    request,
    `timed out: apiToken() returned no token within ${request.settings[option]} ms (${option})`,
  );
}
