import { type SetupServer, setupServer } from 'msw/node';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { type HandlerOptions, mockHandlers } from './handlers.ts';

/**
 * An MSW server that answers with the mock whatever is sent below its `baseUrl`, or only what is below `pathPrefix` of it. It
 * intercepts from `listen()` to `close()`; handlers added with `use()` come first. What is sent elsewhere goes there,
 * after a warning: say `listen({ onUnhandledFrame: 'error' })` to have it refused instead.
 *
 * Where you have a `setupServer` of your own, give it {@link mockHandlers} instead: two listening servers in one process
 * get in each other's way.
 *
 * @param mock The service to answer with.
 * @param options Which requests it answers.
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
  { pathPrefix = '' }: HandlerOptions = {},
): SetupServer {
  return setupServer(...mockHandlers(mock, { pathPrefix }));
}
