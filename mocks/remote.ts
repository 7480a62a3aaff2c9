/**
 * Remote control of a mock in another process: `connectMock`. It needs only `fetch`.
 *
 * @module masterdata-sdk/mock/remote
 */
export type { ControlState } from './control-api/routes/state.ts';
export { type ConnectOptions, connectMock } from './remote/connect-mock.ts';
export { ControlApiError } from './remote/control-client.ts';
export type {
  Async,
  RemoteClientOptions,
  RemoteJournal,
  RemoteMock,
  RemotePolicies,
  RemoteTokens,
} from './remote/types.ts';
