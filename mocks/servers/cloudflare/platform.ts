/**
 * The parts of the Workers runtime that the adapter uses. Declared here so that the published types need no package
 * with the types of the platform.
 */

import type { SqliteStorage } from '../../persistence/durable-object.ts';

/** The storage of a Durable Object. */
export interface DurableStorage extends SqliteStorage {
  /** Plans a call of `alarm()`, at a time in milliseconds. */
  setAlarm(time: number): Promise<void>;
  /** Cancels the planned call of `alarm()`. */
  deleteAlarm(): Promise<void>;
  /** Deletes everything that the object stored. */
  deleteAll(): Promise<void>;
}

/** The state that the platform passes to a Durable Object. */
export interface DurableObjectState {
  /** The storage. */
  readonly storage: DurableStorage;
}

/** A Durable Object, as a Worker calls it. */
export interface DurableObjectStub {
  /** Passes a request to the object. */
  fetch(request: Request): Promise<Response>;
}

/** The Durable Objects of a class. */
export interface DurableObjectNamespace {
  /** Returns the id of the object with a name. */
  idFromName(name: string): object;
  // A method, so that the namespace of the platform, whose ids have a type of their own, is assignable.
  /** Returns the object with an id. */
  get(id: never): DurableObjectStub;
}

/** Static assets that were deployed with the Worker. */
export interface Assets {
  /** Returns the file at the path of a request. */
  fetch(request: Request): Promise<Response>;
}

/** The bindings of the Worker. */
export interface WorkerEnvironment {
  /** The Durable Objects of the class `MockSandbox`. */
  readonly SANDBOXES: DurableObjectNamespace;
  /** The secret that creates, lists, controls and deletes sandboxes. */
  readonly CONTROL_TOKEN?: string | undefined;
  /** The static assets in `dist/workbench` of this package. Without them, sandboxes have no workbench. */
  readonly ASSETS?: Assets | undefined;
}

/** Returns the Durable Object with a name. */
export function objectNamed({ SANDBOXES }: WorkerEnvironment, name: string): DurableObjectStub {
  return SANDBOXES.get(SANDBOXES.idFromName(name) as never);
}
