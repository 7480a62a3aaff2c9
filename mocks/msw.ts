/**
 * The mock as MSW request handlers, for Node and browsers.
 *
 * @module
 */
import { type HttpHandler, HttpResponse, http } from 'msw';
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
  return [
    http.all(new RegExp(`^${base}/api(?:[/?]|$)`), async ({ request }) => {
      try {
        return await mock.fetch(request);
      } catch {
        // A connection that a fault breaks, or a request that was aborted. Thrown, it would become a status 500.
        return HttpResponse.error();
      }
    }),
  ];
}
