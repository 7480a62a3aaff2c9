/**
 * The mock as MSW request handlers, for Node and browsers.
 *
 * @module
 */
import { type HttpHandler, http } from 'msw';
import type { MockServer } from './server.ts';

/**
 * Handlers for everything below `baseUrl` + `/api/`. Paths that the service does not have are answered too, with an
 * error that says so: nothing below `/api/` reaches the network.
 *
 * @example
 * ```ts
 * const server = setupServer(...mockHandlers(mock));
 * ```
 */
export function mockHandlers(mock: MockServer): HttpHandler[] {
  const base = mock.baseUrl.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return [http.all(new RegExp(`^${base}/api(?:[/?]|$)`), ({ request }) => mock.fetch(request))];
}
