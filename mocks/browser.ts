/**
 * Intercepts the requests of a page with MSW's service worker.
 *
 * @module masterdata-sdk/mock/browser
 */
export type { UnhandledOptions, WithUnhandled } from './msw/handlers.ts';
export { type MockWorker, type MockWorkerOptions, setupMockWorker } from './msw/setup-worker.ts';
