import { TokenProvider } from '../config/api-token.ts';
import type { Settings } from '../config/settings.ts';
import type { MasterDataError, TimeoutError } from '../errors/index.ts';
import { messageOf } from '../errors/thrown-value.ts';
import type { CallState } from './call-state.ts';
import type { HttpExchange } from './response.ts';
import { responseError } from './response-error.ts';
import { type AttemptResult, backoff, decideRetry, isUnsent, retryAfterOf, startsCooldown, statusOf } from './retry.ts';
import { sendAttempt } from './send-attempt.ts';
import { limitError, remainingTime, sleep, timeLimit, timeoutError, waitFor } from './time-limit.ts';

/** Sends a request until a result is final or no retry is left. Resolves with the response, whatever its status. */
export async function send(state: CallState, signal: AbortSignal | undefined): Promise<HttpExchange> {
  const { settings, call } = state.request;
  const { cooldown, maxRetries } = settings;
  const hasPlainFetch = !settings.ky;
  let retries = 0;
  while (true) {
    await waitForCooldown(state, signal);
    const { attempts: attemptsBefore } = state;
    const result = await sendWithToken(state, signal);
    signal?.throwIfAborted();
    if (!(result instanceof Error) && result.response.status < 400) {
      reportSuccess(settings);
      return result;
    }
    const shared = cooldown && startsCooldown(result) ? { delay: cooldown.start(retryAfterOf(result)) } : undefined;
    const retry = decideRetry(result, {
      retries,
      maxRetries,
      isRepeatable: call.method !== 'POST' || settings.retryPosts,
      hasPlainFetch,
      backoff: backoff(retries + 1),
      remaining: remainingTime(state),
      cooldown: shared,
    });
    // `shouldRetry` may have used up the time.
    if (!retry || !(await isAllowed(state, result, retry.delay, signal)) || retry.delay >= remainingTime(state)) {
      if (result instanceof Error) throw result;
      return result;
    }
    await sleep(retry.delay, signal);
    reportRetry(state, result, retry.delay);
    // Without a token, nothing was sent.
    state.mayHaveSucceeded ||=
      state.attempts > attemptsBefore && statusOf(result) !== 429 && !isUnsent(result, hasPlainFetch);
    if (retry.counts) retries += 1;
  }
}

/** Tells the shared cooldown about a success. It observes: its failure must not hide the response. */
function reportSuccess({ cooldown, log }: Settings): void {
  try {
    cooldown?.succeeded?.();
  } catch (error) {
    log.error?.(`cooldown.succeeded failed: ${messageOf(error)}`);
  }
}

async function waitForCooldown(state: CallState, signal: AbortSignal | undefined): Promise<void> {
  const { cooldown } = state.request.settings;
  if (!cooldown) return;
  // Another request may start a new cooldown meanwhile.
  for (let wait = cooldown.remaining(); wait > 0; wait = cooldown.remaining()) {
    const remaining = remainingTime(state);
    if (wait >= remaining) {
      throw Number.isFinite(remaining)
        ? limitError(state, 'totalTimeout')
        : timeoutError(state, 'timed out: the shared cooldown has no end (cooldown.remaining() is Infinity)');
    }
    await sleep(wait, signal);
  }
}

/**
 * Asks `shouldRetry` for its consent. If it throws, the safe choice is not to send the request again. It may take as
 * long as the call.
 */
async function isAllowed(
  state: CallState,
  result: AttemptResult,
  delay: number,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const { shouldRetry, log } = state.request.settings;
  if (!shouldRetry) return true;
  const error: MasterDataError = result instanceof Error ? result : responseError(result);
  try {
    const context = Object.freeze({ call: state.request.call, attempt: state.attempts, delay, error });
    const decision = (async () => shouldRetry(context))();
    return (await waitFor(decision, remainingTime(state), signal)) !== false;
  } catch (failure) {
    if (signal?.aborted) throw failure;
    log.error?.(`shouldRetry failed: ${messageOf(failure)}`);
    return false;
  }
}

function reportRetry(state: CallState, result: AttemptResult, delay: number): void {
  const error = result instanceof Error ? result : undefined;
  state.observer?.onRetry(state, { attempt: state.attempts, delay, status: statusOf(result), error });
}

/** Sends a request, and resends it once with a new token if the service rejects the one of a token function. */
async function sendWithToken(state: CallState, signal: AbortSignal | undefined): Promise<AttemptResult> {
  const { apiToken, tokenProviders } = state.request.settings;
  if (typeof apiToken !== 'function') return sendAttempt(state, apiToken ?? '', signal);
  const provider = tokenProviders.get(apiToken) ?? new TokenProvider(apiToken);
  tokenProviders.set(apiToken, provider);
  const current = await getToken(provider, state, signal);
  if (current instanceof Error) return current;
  const result = await sendAttempt(state, current.token, signal);
  if (statusOf(result) !== 401 || state.hasNewToken) return result;

  state.hasNewToken = true;
  provider.invalidate(current.source);
  const next = await getToken(provider, state, signal);
  if (next instanceof Error || next.token === current.token) return result;
  reportRetry(state, result, 0);
  return sendAttempt(state, next.token, signal);
}

async function getToken(
  provider: TokenProvider,
  state: CallState,
  signal: AbortSignal | undefined,
): Promise<{ readonly token: string; readonly source: Promise<string> } | TimeoutError> {
  const { option, milliseconds } = timeLimit(state);
  const source = provider.get(milliseconds);
  const token = await waitFor(source, milliseconds, signal);
  if (token !== undefined) return { token, source };
  provider.invalidate(source, milliseconds);
  return timeoutError(
    state,
    `timed out: apiToken() returned no token within ${state.request.settings[option]} ms (${option})`,
  );
}
