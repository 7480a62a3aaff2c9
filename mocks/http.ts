/**
 * The mock as a real HTTP server, on `node:http`.
 *
 * @module masterdata-sdk/mock/http
 */
export { type ListeningServer, type ListenOptions, type LoggedRequest, listen } from './adapters/http/listen.ts';
export { type SqliteOptions, sqlite } from './persistence/sqlite.ts';
