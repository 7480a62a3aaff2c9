/**
 * Hosted sandboxes on Cloudflare Workers: one Durable Object for each. Does not import `cloudflare:workers`.
 *
 * @module masterdata-sdk/mock/cloudflare
 */
export { createWorker, type MockWorker } from './adapters/cloudflare/create-worker.ts';
export type { HostedSandboxOptions } from './adapters/cloudflare/hosted-sandbox.ts';
export type { HostedLimits } from './adapters/cloudflare/limits.ts';
export { MockSandbox } from './adapters/cloudflare/mock-sandbox.ts';
export type {
  Assets,
  DurableObjectNamespace,
  DurableObjectState,
  DurableObjectStub,
  DurableStorage,
  WorkerEnvironment,
} from './adapters/cloudflare/platform.ts';
export type { SqliteStorage, SqlStorage } from './persistence/durable-object.ts';
