/**
 * Controls a mock in another process with `connectMock`, which needs only `fetch`.
 *
 * @module masterdata-sdk/mock/remote
 */
export type { ChangedSetting, MockEvent, RowChange } from './control-api/events/mock-event.ts';
export type { IncludedRows, RowPage, RowQuery } from './control-api/routes/query-rows.ts';
export type { ReferenceGroup, RowReferences } from './control-api/routes/references.ts';
export type { ControlSandbox } from './control-api/routes/sandboxes.ts';
export type { SearchResult, SearchResults } from './control-api/routes/search.ts';
export type { ControlState } from './control-api/routes/state.ts';
export type { PolicyDescription } from './controls/policy-descriptions.ts';
export { type ConnectOptions, connectMock } from './remote/connect-mock.ts';
export { ControlApiError } from './remote/control-client.ts';
export type { EventsOptions, RemoteEvent } from './remote/remote-events.ts';
export type {
  Async,
  RemoteAddedFault,
  RemoteAddedOperation,
  RemoteClientOptions,
  RemoteDatabase,
  RemoteDatabaseWith,
  RemoteFaults,
  RemoteHeldCalls,
  RemoteImport,
  RemoteJournal,
  RemoteMock,
  RemoteOperations,
  RemoteOwnTable,
  RemotePolicies,
  RemoteQueries,
  RemoteSandbox,
  RemoteSandboxes,
  RemoteSandboxSummary,
  RemoteSnapshots,
  RemoteTable,
  RemoteTokens,
} from './remote/types.ts';
export type { SnapshotSummary } from './snapshots/named-snapshots.ts';
export type { Sort, SortColumn } from './store/sort-rows.ts';
