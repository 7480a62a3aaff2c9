import { type SetupServer, setupServer } from 'msw/node';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { type HandlerOptions, mockHandlers } from './handlers.ts';

/**
 * Sets up an MSW server that responds with the mock to all requests below its `baseUrl`, or below `pathPrefix` of it.
 * It intercepts requests from `listen()` to `close()`. Handlers added with `use()` take precedence. Other requests
 * reach the network after a warning; `listen({ onUnhandledFrame: 'error' })` rejects them instead.
 *
 * MSW does not intercept the functions of the package `undici`, a `fetch` that was put in a variable before `listen()`,
 * and functions that were imported by name from `node:http` or `node:https` before `listen()`.
 *
 * If you have your own `setupServer`, pass it {@link mockHandlers} instead: two listening servers in one process
 * interfere with each other.
 *
 * @param mock The mock that handles the requests.
 * @param options The paths to handle.
 * @example
 * ```ts
 * const mock = createMockServer();
 * const server = setupMockServer(mock);
 * beforeAll(() => server.listen());
 * afterEach(() => mock.reset());
 * afterAll(() => server.close());
 * ```
 */
export function setupMockServer(
  mock: Pick<MockServer, 'baseUrl' | 'fetch'>,
  { pathPrefix = '', token }: HandlerOptions = {},
): SetupServer {
  return setupServer(...mockHandlers(mock, { pathPrefix, token }));
}
