import type { HttpRequest } from './curl.ts';
import { quote, toLiteral } from './literal.ts';

/** Returns the code that sends a request with `fetch`. */
export function toFetchCode({ method, url, token, headers = {}, body }: HttpRequest): string {
  const all = token === undefined ? headers : { authorization: `Bearer ${token}`, ...headers };
  const init = {
    ...(method !== 'GET' && { method }),
    ...(Object.keys(all).length > 0 && { headers: all }),
    ...(body !== undefined && { body }),
  };
  const args = Object.keys(init).length === 0 ? [quote(url)] : [quote(url), toLiteral(init)];
  return `await fetch(${args.join(', ')});`;
}
