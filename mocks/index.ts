/**
 * The in-memory mock server: `createMockServer`, its types and the demo seed. Does not load MSW or modules of
 * Node.
 *
 * @module masterdata-sdk/mock
 */

export type { OperationDefinition } from '../src/contract/define-operation.ts';
export type { OperationName, OperationParameters } from '../src/contract/operations.ts';
export type { StandardSchema } from '../src/contract/standard-schema.ts';
export type { Issue } from '../src/contract/validate.ts';
export type { MockClock } from './controls/clock.ts';
export type { DateInput } from './controls/clock-input.ts';
export type {
  ConnectionFailure,
  ConnectionFault,
  Delay,
  DelayFault,
  Fault,
  FaultKind,
  FaultScope,
  FaultStep,
  HoldFault,
  PassStep,
  SequenceFault,
  StatusFault,
} from './controls/faults/fault-kinds.ts';
export type { FaultMatch } from './controls/faults/fault-match.ts';
export { type FaultPreset, faultPresets } from './controls/faults/fault-presets.ts';
export type { ResponseEdit } from './controls/faults/fault-response.ts';
export type { AddedFault, FaultEntry, HeldCalls, MockFaults } from './controls/faults/mock-faults.ts';
export type { FaultTarget, OperationPattern } from './controls/faults/operation-pattern.ts';
export type { WaitingCall } from './controls/faults/waiting-calls.ts';
export type { HarLog } from './controls/har.ts';
export type {
  ClosestFault,
  JournalEntry,
  JournalEntryBase,
  JournalResponse,
  JournalSummary,
  OperationEntry,
  OwnOperationEntry,
  RecordChange,
  UnmatchedEntry,
} from './controls/journal-entry.ts';
export type { JournalListener, MockJournal, SummariesOptions, WaitOptions } from './controls/mock-journal.ts';
export type { OwnPermission, Permission } from './controls/permissions.ts';
export { type MockPolicies, type Pagination, policyValues } from './controls/policies.ts';
export type { PoliciesFile } from './controls/policies-file.ts';
export type { RateLimit } from './controls/rate-limit.ts';
export type { MockTokens, Principal, TokenEntry, TokenOptions } from './controls/tokens.ts';
export { createMockServer, type MockClientOptions, type MockServer } from './engine/create-mock-server.ts';
export type { HandledRequest } from './engine/handle-request.ts';
export type { ImportedRows } from './engine/import-into.ts';
export type { MockServerOptions } from './engine/options.ts';
export type {
  HistoryChange,
  HistoryOptions,
  HistoryRecord,
  MockHistory,
  RestoreBeforeOptions,
  UndoOptions,
} from './history/mock-history.ts';
export type { AddedOperation, FixedOperation, ListedOperation } from './operations/fixed-operation.ts';
export {
  type MockOperation,
  type MockOperationOptions,
  mockOperation,
  type OperationCall,
} from './operations/mock-operation.ts';
export type { MockOperations } from './operations/own-operations.ts';
export { createMemoryStore, type StoredMocks } from './persistence/memory.ts';
export type { OperationDatabase } from './resources/call-database.ts';
export { createSandboxes } from './sandboxes/create-sandboxes.ts';
export type { Sandbox, Sandboxes, SandboxSummary } from './sandboxes/sandboxes.ts';
export {
  type CreateSandboxOptions,
  type OpenSandboxOptions,
  SandboxError,
  type SandboxesOptions,
} from './sandboxes/sandboxes.ts';
export { demo } from './seed/demo.ts';
export type { Builder, Builders, Factories, Factory, FactoryOptions } from './seed/factories.ts';
export type { ImportCounts, ImportOptions } from './seed/import-rows.ts';
export { parseNdjson } from './seed/row-files.ts';
export type { Seed, SeedRows, SeedRowsWith, SeedWith } from './seed/seed.ts';
export { type CsvOptions, parseCsv } from './seed/table-csv.ts';
export type { MockRequest, MockResponse } from './shared/http-messages.ts';
export type { BodyOf, OperationReference, ParametersOf } from './shared/operation-reference.ts';
export type { TimeSource } from './shared/time.ts';
export type { NamedSnapshots, SnapshotSummary } from './snapshots/named-snapshots.ts';
export type { MockSnapshot, MockState, SnapshotJson, SnapshotOptions, SnapshotSettings } from './snapshots/snapshot.ts';
export type { RestoreOptions } from './snapshots/snapshot-arguments.ts';
export type { ChangeOrigin } from './state/commit.ts';
export type {
  AttachedPersistence,
  Change,
  ExclusiveResult,
  Persistence,
  PersistenceStore,
  RecordKey,
  SnapshotCollection,
  StoredRecord,
  StoredState,
} from './state/persistence.ts';
export {
  defineTable,
  type GeneratedColumns,
  type OwnInsertable,
  type OwnRow,
  type OwnTableName,
  type TableDefinition,
  type TableOptions,
} from './store/define-table.ts';
export { InvalidRecordError } from './store/errors.ts';
export type { DatabaseWith, MockDatabase, MockTable, OwnTable, RowTable } from './store/mock-database.ts';
export type {
  AddressInsert,
  AddressRow,
  BillingFrequencyInsert,
  BillingFrequencyRow,
  CatalogInsert,
  CatalogRow,
  CategoryInsert,
  CategoryRow,
  Changes,
  ContactInsert,
  ContactRow,
  CurrencyInsert,
  CurrencyRow,
  CustomerInsert,
  CustomerRow,
  DiscountInsert,
  DiscountRow,
  Insertable,
  PaymentTermInsert,
  PaymentTermRow,
  PricebookInsert,
  PricebookRow,
  PriceInsert,
  PriceRow,
  ProductInsert,
  ProductParentInsert,
  ProductParentRow,
  ProductRow,
  Rows,
  TableName,
  TaxInsert,
  TaxRow,
  WorkspaceInsert,
  WorkspaceRow,
} from './store/row-types.ts';
export type { ListOptions } from './store/select-rows.ts';
export type { Sort, SortColumn } from './store/sort-rows.ts';
export type { DatabaseSnapshot } from './store/tables.ts';
export type { Operators, WhereValues } from './store/where.ts';
