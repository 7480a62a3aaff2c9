import { type SetupServer, setupServer } from 'msw/node';
import type { MockServer } from '../engine/create-mock-server.ts';
import {
  assertHandlerOptions,
  type HandlerOptions,
  mockHandlers,
  nameUnhandled,
  type WithUnhandled,
} from './handlers.ts';

/** MSW's server in front of a mock. */
export interface MockSetupServer extends SetupServer {
  /**
   * Starts to intercept requests. Requests that no handler covers reach the network after a warning. With
   * `onUnhandledFrame: 'error'`, they fail. MSW 2 calls this option `onUnhandledRequest`. Both names work with both
   * versions.
   */
  readonly listen: (options?: WithUnhandled<NonNullable<Parameters<SetupServer['listen']>[0]>>) => void;
}

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
 * @throws A TypeError if an option is not valid.
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
  options: HandlerOptions = {},
): MockSetupServer {
  assertHandlerOptions('setupMockServer', mock, options);
  const { pathPrefix = '', token } = options;
  const server = setupServer(...mockHandlers(mock, { pathPrefix, token }));
  const listen = server.listen.bind(server);
  const mockServer: MockSetupServer = Object.assign(server, {
    listen: (options: Parameters<MockSetupServer['listen']>[0] = {}) => {
      listen({ ...options, ...nameUnhandled(options) });
    },
  });
  return mockServer;
}
