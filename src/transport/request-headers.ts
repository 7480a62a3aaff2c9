import { isControlledByMsw } from '../config/environment.ts';
import { checkHeaders } from '../config/headers.ts';
import { ConfigurationError } from '../errors/index.ts';
import { messageOf } from '../errors/thrown-value.ts';
import { callIdHeader, retryCountHeader } from '../wire/call-header-names.ts';
import type { CallState } from './call-state.ts';

/** Returns the headers of an attempt. Headers of the hook `onRequest` replace those of the options. */
export async function requestHeaders(state: CallState, token: string): Promise<Record<string, string>> {
  const { observer, request } = state;
  const { body, settings } = request;
  return {
    ...(body && { 'content-type': 'application/json' }),
    ...callHeaders(state),
    ...settings.headers,
    ...(observer && (await hookHeaders(observer.onRequest(state)))),
    ...(token && { authorization: `Bearer ${token}` }),
  };
}

/** Returns the headers that connect the attempts of a call, unless they could do harm. */
function callHeaders(state: CallState): Record<string, string> {
  const { attempts, request } = state;
  const { settings, call } = request;
  if (!(settings.callHeaders ?? (settings.options.fetch || !settings.isBrowser || isAllowed(call.url)))) return {};
  state.callId ??= createCallId();
  return {
    ...(state.callId && { [callIdHeader]: state.callId }),
    ...(attempts > 0 && { [retryCountHeader]: `${attempts}` }),
  };
}

/** In a page, a service of another origin must allow each header (CORS), or no request is sent. */
function isAllowed(url: string): boolean {
  return new URL(url).origin === globalThis.location?.origin || isControlledByMsw();
}

/** Not `crypto.randomUUID`, which insecure origins lack. Some emulated pages have no `crypto`. */
function createCallId(): string {
  const bytes = globalThis.crypto?.getRandomValues(new Uint8Array(12)) ?? [];
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
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
