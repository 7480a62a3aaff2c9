/**
 * The mock as a real HTTP server, on `node:http`.
 *
 * @module masterdata-sdk/mock/http
 */
export { listen } from './adapters/http/listen.ts';
export type { ListeningServer, ListenOptions, LoggedRequest } from './adapters/http/options.ts';
export { type SqliteOptions, sqlite } from './persistence/sqlite.ts';
