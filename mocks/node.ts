/**
 * Intercepts the `fetch` and `http` requests of a Node process with MSW.
 *
 * @module masterdata-sdk/mock/node
 */
export { setupMockServer } from './adapters/msw/setup-server.ts';
