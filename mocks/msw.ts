/**
 * Handlers for your own MSW server or worker, in Node and browsers.
 *
 * @module masterdata-sdk/mock/msw
 */
export {
  type HandlerOptions,
  mockHandlers,
  type UnhandledOptions,
  type WithUnhandled,
} from './msw/handlers.ts';
