/** One sendAttempt: the request is sent, and the answer read to its end. */

import { checkHeaders, type Settings } from '../config/settings.ts';
import { ConfigurationError, ConnectionError } from '../errors/index.ts';
import { rootCause } from '../errors/root-cause.ts';
import { redact } from '../instrumentation/redact-token.ts';
import type { RequestOverrides } from '../types/hooks.ts';
import { type HttpExchange, type PreparedRequest, requestId } from './exchange.ts';
import { redactResponse } from './redacted-response.ts';

/** Resolves with the answer, whatever its status. */
export async function sendAttempt(
  request: PreparedRequest,
  settings: Settings,
  token: string,
  signal: AbortSignal | null,
): Promise<HttpExchange> {
  const { body, watch } = request;
  const retries = request.attempts++;
  const headers: Record<string, string> = {
    ...(body && { 'content-type': 'application/json' }),
    ...settings.headers,
    // Only on retries: a browser asks a server of another origin whether it admits the header.
    ...(retries && { 'x-retry-count': `${retries}` }),
    ...(watch && (await addedHeaders(watch.onRequest(request, settings)))),
    authorization: `Bearer ${token}`,
  };
  const start = performance.now();
  const exchange = await answerTo(request, settings, token, signal, headers);
  if (watch) {
    const duration = performance.now() - start;
    const { status, headers: received } = exchange.response;
    const id = requestId(received);
    const facts = { status, duration, requestId: id && redact(id, token) };
    watch.onResponse(request, settings, facts, settings.log.debug ? redactResponse(exchange).text : '');
  }
  return exchange;
}

async function answerTo(
  request: PreparedRequest,
  settings: Settings,
  token: string,
  signal: AbortSignal | null,
  headers: Record<string, string>,
): Promise<HttpExchange> {
  const { call, label, search, body } = request;
  const { method, url } = call;
  try {
    const response = await settings.fetch(url + search, {
      method,
      headers,
      body: body || null,
      signal,
      // Of a POST that is redirected, fetch would make a GET without its body.
      redirect: method === 'GET' ? 'follow' : 'manual',
    });
    return { request, response, body: await read(response), token };
  } catch (error) {
    const { message, code } = rootCause(error);
    throw new ConnectionError(redact(`${label} had no answer: ${message}`, token), code);
  }
}

/** JSON as rawBody, which is faster than its bytes and does not have to be decoded; anything else as it is. */
function read(response: Response): Promise<string | ArrayBuffer> {
  return /\bjson\b/i.test(response.headers.get('content-type') ?? '') ? response.text() : response.arrayBuffer();
}

async function addedHeaders(change: Promise<RequestOverrides | undefined>): Promise<Record<string, string>> {
  try {
    return checkHeaders((await change)?.headers ?? {});
  } catch (error) {
    throw new ConfigurationError(`onRequest failed: ${rootCause(error).message}`);
  }
}
