/** One attempt: the token is asked for, the request sent, the answer read to its end. */
import { ConfigurationError, ConnectionError } from '../errors.ts';
import type { ApiToken } from '../options.ts';
import { type Exchange, redact, type WireRequest } from './exchange.ts';
import { checkApiToken, type Settings } from './settings.ts';

/** `retries` is how many attempts there were before. */
export async function attempt(
  request: WireRequest,
  settings: Settings,
  retries: number,
  signal: AbortSignal | null,
): Promise<Exchange> {
  const { method, path, url, search, body } = request;
  const token = await currentToken(settings.apiToken);
  const headers: Record<string, string> = { ...settings.headers, authorization: `Bearer ${token}` };
  if (body !== undefined) headers['content-type'] ??= 'application/json';
  // Only on retries: a browser asks a server of another origin whether it admits the header.
  if (retries > 0) headers['x-retry-count'] = String(retries);
  try {
    const response = await settings.fetch(url + search, {
      method,
      headers,
      body: body ?? null,
      signal,
      // Of a POST that is redirected, fetch would make a GET without its body.
      redirect: method === 'GET' ? 'follow' : 'manual',
    });
    return { request, response, bytes: await response.arrayBuffer(), token };
  } catch (error) {
    const { message, code } = rootOf(error);
    throw new ConnectionError(redact(`${method} ${path} had no answer: ${message}`, token), code);
  }
}

async function currentToken(apiToken: ApiToken): Promise<string> {
  if (typeof apiToken === 'string') return apiToken;
  let token: string;
  try {
    token = await apiToken();
  } catch (error) {
    throw new ConfigurationError(`apiToken() failed: ${rootOf(error).message}`);
  }
  return checkApiToken(token);
}

/**
 * What lies at the root of a failure, such as `connect ECONNREFUSED 127.0.0.1:443` under `fetch failed`. The error
 * itself is not passed on as a cause: those of some fetch libraries hold the request, and with it the token.
 */
function rootOf(error: unknown): { message: string; code: string | undefined } {
  let message = '';
  let code: string | undefined;
  // By shape, as errors of another realm are no instances of this one's Error.
  for (let cause = error, depth = 0; typeof cause === 'object' && cause !== null && depth < 5; depth += 1) {
    if ('code' in cause && typeof cause.code === 'string') code = cause.code;
    // Of several failed connections the messages lie in `errors`, and the outer one is empty.
    if ('message' in cause) message = String(cause.message) || code || message;
    cause = 'cause' in cause ? cause.cause : undefined;
  }
  return { message: message || String(error), code };
}
