import { shellQuote } from '../../shared/escape.ts';
import { hasType } from './headers.ts';

/** A request to the API, as text tools send it. */
export interface HttpRequest {
  readonly method: string;
  /** The whole URL. */
  readonly url: string;
  readonly token?: string | undefined;
  /** Default: the type of the body, which is JSON. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The body as sent. */
  readonly body?: string | undefined;
}

/** Returns the curl command of a request, for a POSIX shell. */
export function toCurl({ method, url, token, body, headers = body === undefined ? {} : json }: HttpRequest): string {
  // Without -g, curl sends a request for each of the ranges and lists that brackets and braces in a URL stand for.
  const globbing = /[[\]{}]/.test(url) ? '-g ' : '';
  const parts = [`curl -sS ${globbing}${methodOption(method)}${shellQuote(url)}`];
  if (token !== undefined) parts.push(`-H ${shellQuote(`Authorization: Bearer ${token}`)}`);
  for (const [name, value] of Object.entries(headers)) {
    // curl removes a header that has a colon and no value.
    parts.push(`-H ${shellQuote(value === '' ? `${name};` : `${name}: ${value}`)}`);
  }
  // curl sends the type of a form otherwise.
  if (body !== undefined && !hasType(headers)) parts.push(`-H 'Content-Type:'`);
  if (body !== undefined) parts.push(`--data-raw ${shellQuote(body)}`);
  return parts.join(' \\\n  ');
}

const json = { 'Content-Type': 'application/json' };

function methodOption(method: string): string {
  if (method === 'GET') return '';
  // With -X HEAD, curl waits for a body.
  return method === 'HEAD' ? '--head ' : `-X ${shellQuote(method)} `;
}
