/**
 * The service in memory: `createMockServer`, and what it is made with. Loads neither msw nor anything of Node's.
 *
 * @module masterdata-sdk/mock
 */

export type { OperationName } from '../src/contract/operations.ts';
export type { Issue } from '../src/contract/validate.ts';
export type { MockClock, Moment, Now } from './controls/clock.ts';
export {
  type Delay,
  type Fault,
  type FaultPreset,
  faultPresets,
  type MockFaults,
  type OperationPattern,
} from './controls/faults.ts';
export type {
  HarLog,
  JournalEntry,
  JournalExchange,
  JournalResponse,
  MockJournal,
  OperationExchange,
  OtherExchange,
} from './controls/journal.ts';
export type { Permission } from './controls/permissions.ts';
export { type MockPolicies, policyValues } from './controls/policies.ts';
export type { RateLimit } from './controls/rate-limit.ts';
export type { MockSnapshot, SnapshotJson } from './controls/snapshot.ts';
export type { Grant, MockTokens, TokenOptions } from './controls/tokens.ts';
export { createMockServer, type MockServer, type MockServerOptions } from './engine/create-mock-server.ts';
export { demo } from './seed/demo.ts';
export type { Build, Factory } from './seed/factories.ts';
export type { Seed, SeedRows } from './seed/seed.ts';
export type { ServerAnswer, ServerRequest } from './shared/messages.ts';
export { InvalidRecordError, type StoredRows } from './store/database.ts';
export type { MockDatabase, TableHandle } from './store/mock-database.ts';
export type { Insertions, Rows, TableName } from './store/schema.ts';
