/**
 * Hosts sandboxes on Cloudflare Workers. Each sandbox is a Durable Object.
 *
 * @module masterdata-sdk/mock/cloudflare
 */
import type { SandboxWorker } from './adapters/cloudflare/create-worker.ts';

export { createWorker, type SandboxWorker } from './adapters/cloudflare/create-worker.ts';
export type { HostedLimits } from './adapters/cloudflare/hosted-limits.ts';
export type { HostedSandboxOptions } from './adapters/cloudflare/hosted-sandbox.ts';
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

/**
 * The former name of {@link SandboxWorker}.
 *
 * @deprecated Use {@link SandboxWorker}. `MockWorker` is also the worker of `masterdata-sdk/mock/browser`.
 */
export type MockWorker = SandboxWorker;
