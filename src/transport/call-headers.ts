import { isBrowser, isControlledByMsw } from '../config/environment.ts';
import { callIdHeader, retryCountHeader } from '../wire/call-headers.ts';
import type { PreparedRequest } from './prepare-request.ts';

/** Returns the headers that connect the attempts of a call, unless they could do harm. */
export function callHeaders(request: PreparedRequest): Record<string, string> {
  const { settings, attempts, call } = request;
  if (!(settings.options.callHeaders ?? (settings.options.fetch || isAllowed(call.url)))) return {};
  request.callId ??= createCallId();
  return {
    ...(request.callId && { [callIdHeader]: request.callId }),
    ...(attempts > 0 && { [retryCountHeader]: `${attempts}` }),
  };
}

/** In a page, a service of another origin must allow each header (CORS), or no request is sent. */
function isAllowed(url: string): boolean {
  return !isBrowser() || new URL(url).origin === globalThis.location?.origin || isControlledByMsw();
}

/** Not `crypto.randomUUID`, which insecure origins lack. Some emulated pages have no `crypto`. */
function createCallId(): string {
  const bytes = globalThis.crypto?.getRandomValues(new Uint8Array(12)) ?? [];
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
