/**
 * The mock as a real HTTP server, on `node:http`.
 *
 * @module masterdata-sdk/mock/http
 */
export { type ListeningServer, type ListenOptions, type LoggedRequest, listen } from './adapters/http/listen.ts';
export { type CorruptState, openStateFile, type StateFile } from './persistence/state-file.ts';
