import { previewWithoutText, tagOf } from '../contract/printable.ts';
import { ConfigurationError } from '../errors/index.ts';
import { isIterable, jsonForm } from '../wire/brackets.ts';
import { describeAccessor, describeInstance, mustBePlain } from '../wire/plain-object.ts';

/** Headers of the connection, which `fetch` sets itself. Node rejects some of them with a network error. */
const connectionHeaders =
  /^(?:connection|content-length|expect|keep-alive|proxy-connection|te|trailer|transfer-encoding|upgrade)$/;

/** Returns the headers with lower-case names, so that a later spelling replaces an earlier one. Errors omit values. */
export function checkHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  // The content of many other objects is not in their properties.
  if (!/^(?:Object|Headers)$/.test(tagOf(headers))) {
    const received = previewWithoutText(headers);
    throw new ConfigurationError(`headers: must be an object of header names and values, received ${received}`);
  }
  const checked = new Headers();
  for (const [key, value] of isIterable(headers) ? headers : readHeaders(headers)) {
    const name = key.toLowerCase();
    if (connectionHeaders.test(name)) {
      throw new ConfigurationError(`headers: ${name} is set by the connection. Remove it.`);
    }
    try {
      // `append` would send `undefined` as text. It rejects the null character.
      checked.append(name, typeof value === 'string' ? value : '\0');
    } catch {
      // The platform's message shows the value.
      throw new ConfigurationError(`headers.${name}: must be a header name with one line of Latin-1 characters`);
    }
  }
  return Object.fromEntries(checked);
}

/** Returns the properties of an object. An accessor of its class could be a header, and would not be sent. */
function readHeaders(headers: object): [string, unknown][] {
  const fields: object = Object(jsonForm(headers, ''));
  const received = describeInstance(fields) ?? describeAccessor(headers);
  if (received) throw new ConfigurationError(`headers: ${mustBePlain(received)}`);
  return Object.entries(fields);
}
