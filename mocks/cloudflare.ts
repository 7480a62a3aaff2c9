/**
 * Hosts sandboxes on Cloudflare Workers. Each sandbox is a Durable Object.
 *
 * @module masterdata-sdk/mock/cloudflare
 */
import type { SandboxWorker } from './servers/cloudflare/create-worker.ts';

export type { SqliteStorage, SqlStorage } from './persistence/durable-object.ts';
export { createWorker, type SandboxWorker } from './servers/cloudflare/create-worker.ts';
export type { HostedLimits } from './servers/cloudflare/hosted-limits.ts';
export type { HostedSandboxOptions } from './servers/cloudflare/hosted-sandbox.ts';
export { MockSandbox } from './servers/cloudflare/mock-sandbox.ts';
export type {
  Assets,
  DurableObjectNamespace,
  DurableObjectState,
  DurableObjectStub,
  DurableStorage,
  WorkerEnvironment,
} from './servers/cloudflare/platform.ts';

/**
 * The former name of {@link SandboxWorker}.
 *
 * @deprecated Use {@link SandboxWorker}. `MockWorker` is also the worker of `masterdata-sdk/mock/browser`.
 */
export type MockWorker = SandboxWorker;
