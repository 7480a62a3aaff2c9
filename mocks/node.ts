/**
 * The mock behind every `fetch` and `http` request of a Node process, by MSW.
 *
 * @module masterdata-sdk/mock/node
 */
export { setupMockServer } from './adapters/msw/setup-server.ts';
