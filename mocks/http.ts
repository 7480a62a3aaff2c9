/**
 * Runs the mock as an HTTP server, and stores it in SQLite.
 *
 * @module masterdata-sdk/mock/http
 */
export { listen } from './adapters/http/listen.ts';
export type { ListeningServer, ListenOptions, LoggedRequest } from './adapters/http/options.ts';
export { type SqliteOptions, sqlite } from './persistence/sqlite.ts';
