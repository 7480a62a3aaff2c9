import { checkHeaders } from '../config/headers.ts';
import { ConfigurationError } from '../errors/index.ts';
import { messageOf } from '../errors/thrown-value.ts';
import { callHeaders } from './call-headers.ts';
import type { PreparedRequest } from './prepare-request.ts';

/** Returns the headers of an attempt. Headers of the hook `onRequest` replace those of the options. */
export async function requestHeaders(request: PreparedRequest, token: string): Promise<Record<string, string>> {
  const { body, observer, settings } = request;
  return {
    ...(body && { 'content-type': 'application/json' }),
    ...callHeaders(request),
    ...settings.headers,
    ...(observer && (await hookHeaders(observer.onRequest(request)))),
    ...(token && { authorization: `Bearer ${token}` }),
  };
}

async function hookHeaders(
  overrides: Promise<{ readonly headers?: Readonly<Record<string, string>> | undefined } | undefined>,
): Promise<Record<string, string>> {
  try {
    return checkHeaders((await overrides)?.headers ?? {});
  } catch (error) {
    throw new ConfigurationError(`onRequest failed: ${messageOf(error)}`);
  }
}
