/**
 * The service in memory: `createMockServer`, and what it is made with. Loads neither msw nor anything of Node's.
 *
 * @module
 */
export type { Issue } from '../src/contract/check.ts';
export type { Grant, MockTokens, Permission, TokenOptions } from './auth.ts';
export type { Now } from './clock.ts';
export { type MockPolicies, policyValues } from './policies.ts';
export { demo } from './seed/demo.ts';
export type { Seed, SeedRows } from './seed/seed.ts';
export {
  createMockServer,
  type MockServer,
  type MockServerOptions,
  type MockSnapshot,
  type ServerAnswer,
  type ServerRequest,
} from './server.ts';
export { InvalidRecordError, type StoredRows } from './store/database.ts';
export type { MockDatabase, TableHandle } from './store/handles.ts';
export type { Insertions, Rows, TableName } from './store/schema.ts';
