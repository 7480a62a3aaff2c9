import { tagOf } from '../contract/printable.ts';
import { ConfigurationError } from '../errors/index.ts';

/** Headers of the connection, which `fetch` sets itself. Node rejects some of them with a network error. */
const connectionHeaders =
  /^(?:connection|content-length|expect|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/;

/** Returns the headers with lower-case names, so that a later spelling replaces an earlier one. Errors omit values. */
export function checkHeaders(headers: Readonly<Record<string, string>>, subject = 'headers'): Record<string, string> {
  const checked = Object.fromEntries(toHeaders(headers, subject));
  for (const name of Object.keys(checked)) {
    if (connectionHeaders.test(name)) {
      throw new ConfigurationError(`${subject}: ${name} is set by the connection. Remove it.`);
    }
  }
  return checked;
}

function toHeaders(headers: Readonly<Record<string, string>>, subject: string): Headers {
  try {
    // `Headers` would send `undefined` as text, and ignore the content of many other objects.
    const isValid = /^(?:Object|Headers)$/.test(tagOf(headers));
    if (isValid && Object.values(headers).every((value) => typeof value === 'string')) return new Headers(headers);
  } catch {
    // The platform's message shows the value.
  }
  throw new ConfigurationError(`${subject}: must be an object of header names and values that HTTP allows`);
}
