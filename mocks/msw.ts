/**
 * The mock as MSW request handlers, for Node and browsers.
 *
 * @module masterdata-sdk/mock/msw
 */
export { type HandlerOptions, mockHandlers } from './adapters/msw/handlers.ts';
