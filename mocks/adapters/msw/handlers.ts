import { type HttpHandler, HttpResponse, http } from 'msw';
import type { MockServer } from '../../engine/create-mock-server.ts';

/** Which requests the handlers answer. */
export interface HandlerOptions {
  /**
   * The path below `baseUrl` pathPrefix which everything is answered; `''` for whatever is below `baseUrl`. Default `/api` for
   * handlers, since a page may come from the same origin, and `''` for `setupMockServer`.
   */
  readonly pathPrefix?: string | undefined;
}

/**
 * Handlers for everything below `baseUrl` + `/api/`. Paths that the service does not have are answered too, with an
 * error that says so: nothing below `/api/` reaches the network.
 *
 * @param mock The service to answer with.
 * @param options Which requests it answers.
 * @example
 * ```ts
 * const server = setupServer(...mockHandlers(mock));
 * ```
 */
export function mockHandlers(
  mock: Pick<MockServer, 'baseUrl' | 'fetch'>,
  { pathPrefix = '/api' }: HandlerOptions = {},
): HttpHandler[] {
  const base = (mock.baseUrl + pathPrefix).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return [
    http.all(new RegExp(`^${base}(?:[/?]|$)`), async ({ request }) => {
      try {
        return await mock.fetch(request);
      } catch {
        // A connection that a fault breaks, or a request that was aborted. Thrown, it would become a status 500.
        return HttpResponse.error();
      }
    }),
  ];
}
