/**
 * Remote control of a mock in another process: `connectMock`. It needs only `fetch`.
 *
 * @module masterdata-sdk/mock/remote
 */
export type { ChangedSetting, MockEvent, RowChange } from './control-api/events/messages.ts';
export type { ControlState } from './control-api/routes/state.ts';
export { type ConnectOptions, connectMock } from './remote/connect-mock.ts';
export { ControlApiError } from './remote/control-client.ts';
export type { EventsOptions, RemoteEvent } from './remote/remote-events.ts';
export type {
  Async,
  RemoteClientOptions,
  RemoteJournal,
  RemoteMock,
  RemotePolicies,
  RemoteTokens,
} from './remote/types.ts';
