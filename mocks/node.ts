/**
 * Intercepts the `fetch` and `http` requests of a Node process with MSW.
 *
 * @module masterdata-sdk/mock/node
 */
export type { UnhandledOptions, WithUnhandled } from './adapters/msw/handlers.ts';
export { type MockSetupServer, setupMockServer } from './adapters/msw/setup-server.ts';
