/**
 * Intercepts the `fetch` and `http` requests of a Node process with MSW.
 *
 * @module masterdata-sdk/mock/node
 */
export type { UnhandledOptions, WithUnhandled } from './msw/handlers.ts';
export { type MockSetupServer, setupMockServer } from './msw/setup-server.ts';
