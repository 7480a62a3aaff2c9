/**
 * Runs the mock as an HTTP server, and stores it in SQLite.
 *
 * @module masterdata-sdk/mock/http
 */

export { type SqliteOptions, sqlite } from './persistence/sqlite.ts';
export { listen } from './servers/node/listen.ts';
export type { ListeningServer, ListenOptions, LoggedRequest } from './servers/node/options.ts';
