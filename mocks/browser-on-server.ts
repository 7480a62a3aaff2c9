/**
 * Takes the place of `masterdata-sdk/mock/browser` in Node, where `msw/browser` cannot be loaded. A server that renders
 * the components of a page can thus be built, even though it never runs the mock.
 */
import type { setupMockWorker as SetUp } from './msw/setup-worker.ts';

/** Throws an error, because only a page has a service worker. */
export const setupMockWorker: typeof SetUp = () => {
  throw new Error(
    'setupMockWorker: runs only in a page. In Node, use setupMockServer of masterdata-sdk/mock/node. ' +
      "If a server renders your page, import the worker on demand: if (typeof window !== 'undefined') await import(…).",
  );
};
