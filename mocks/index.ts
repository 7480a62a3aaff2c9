/**
 * The service in memory: `createMockServer`, and what it is made with. Loads neither msw nor anything of Node's.
 *
 * @module masterdata-sdk/mock
 */
export type { Issue } from '../src/contract/check.ts';
export type { Grant, MockTokens, TokenOptions } from './auth.ts';
export type { MockClock, Moment, Now } from './clock.ts';
export type { ServerAnswer, ServerRequest } from './exchange.ts';
export {
  type Delay,
  type Fault,
  type FaultPreset,
  faultPresets,
  type MockFaults,
  type OperationPattern,
} from './faults.ts';
export type {
  HarLog,
  JournalEntry,
  JournalExchange,
  JournalResponse,
  MockJournal,
  OperationExchange,
  OtherExchange,
} from './journal.ts';
export type { OperationName } from './operations.ts';
export type { Permission } from './permissions.ts';
export { type MockPolicies, policyValues } from './policies.ts';
export type { RateLimit } from './rate-limit.ts';
export type { Build, Factory } from './seed/build.ts';
export { demo } from './seed/demo.ts';
export type { Seed, SeedRows } from './seed/seed.ts';
export { createMockServer, type MockServer, type MockServerOptions } from './server.ts';
export type { MockSnapshot, SnapshotJson } from './snapshot.ts';
export { InvalidRecordError, type StoredRows } from './store/database.ts';
export type { MockDatabase, TableHandle } from './store/handles.ts';
export type { Insertions, Rows, TableName } from './store/schema.ts';
