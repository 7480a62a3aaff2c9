import { shellQuote } from '../../shared/shell-quote.ts';

/** A request to the API, as text tools send it. */
export interface HttpRequest {
  readonly method: string;
  /** The whole URL. */
  readonly url: string;
  readonly token?: string | undefined;
  /** The body as sent. */
  readonly body?: string | undefined;
}

/** Returns the curl command of a request, for a POSIX shell. */
export function toCurl({ method, url, token, body }: HttpRequest): string {
  const parts = [`curl -sS ${method === 'GET' ? '' : `-X ${shellQuote(method)} `}${shellQuote(url)}`];
  if (token !== undefined) parts.push(`-H ${shellQuote(`Authorization: Bearer ${token}`)}`);
  if (body !== undefined) parts.push(`-H 'Content-Type: application/json'`, `--data-raw ${shellQuote(body)}`);
  return parts.join(' \\\n  ');
}
