import type { MockServer } from '../engine/create-mock-server.ts';
import type { Engine } from '../engine/engine.ts';
import { HttpError } from '../shared/http-error.ts';
import type { AttachedPersistence } from '../state/persistence.ts';
import type { SandboxRecord } from './sandbox-storage.ts';
import type { Sandbox } from './sandboxes.ts';

/** The parts of a sandbox in memory. */
export interface SandboxParts extends SandboxRecord {
  readonly name: string;
  readonly mock: MockServer;
  readonly engine: Engine;
  readonly attached: AttachedPersistence | undefined;
}

/** A sandbox in memory: its uses, and its end. */
export class LoadedSandbox {
  readonly name: string;
  readonly #parts: SandboxParts;
  readonly #onUse: (sandbox: LoadedSandbox) => void;
  /** The token of the server that the sandbox accepts, if it was created on demand. */
  #serverToken: string | undefined;
  /** The number of resets when the sandbox got this token. */
  #resets = 0;
  #uses = 0;
  #countedUses = 0;

  /** @param onUse Called when a use that counts for the time limits starts or ends. */
  constructor(parts: SandboxParts, onUse: (sandbox: LoadedSandbox) => void) {
    this.name = parts.name;
    this.#parts = parts;
    this.#onUse = onUse;
    this.#serverToken = parts.isOnDemand ? parts.mock.token : undefined;
  }

  /** Whether there is a use that has not ended. It keeps the sandbox in memory. */
  get isUsed(): boolean {
    return this.#uses > 0;
  }

  /** Whether such a use counts for the time limits. It also keeps the sandbox from being deleted. */
  get hasCountedUse(): boolean {
    return this.#countedUses > 0;
  }

  /** Starts a use. */
  use(counts: boolean): Sandbox {
    const { name, mock, controlToken } = this.#parts;
    this.#uses += 1;
    let isCounted = false;
    let isReleased = false;
    const touch = () => {
      if (isCounted || isReleased) return;
      isCounted = true;
      this.#countedUses += 1;
      this.#onUse(this);
    };
    const release = () => {
      if (isReleased) return;
      isReleased = true;
      this.#uses -= 1;
      if (!isCounted) return;
      this.#countedUses -= 1;
      this.#onUse(this);
    };
    if (counts) touch();
    return { name, mock, controlToken, touch, release };
  }

  /**
   * Makes the token of the server open a sandbox that was created on demand. The server may have a new one, which a
   * reset of the sandbox revokes. A token that a test revokes stays revoked until the next reset.
   */
  acceptToken(token: string | undefined): void {
    const { isOnDemand, mock, engine } = this.#parts;
    if (!isOnDemand || token === undefined) return;
    if (token === this.#serverToken && engine.resets === this.#resets) return;
    this.#serverToken = token;
    this.#resets = engine.resets;
    if (!mock.tokens.has(token)) mock.tokens.issue({ token, permissions: engine.options.permissions });
  }

  /**
   * Stores the last changes. Later calls are dropped.
   *
   * @throws An Error if the changes cannot be stored. The sandbox is usable then.
   */
  async unload(): Promise<void> {
    const { name, engine, attached } = this.#parts;
    // First, so that no change comes after the last stored one.
    engine.close(new HttpError(404, `sandbox "${name}": is no longer in memory. Open it again.`));
    try {
      await attached?.detach();
    } catch (error) {
      engine.reopen();
      throw error;
    }
  }

  /** Drops the calls in progress and all later ones. */
  async end(): Promise<void> {
    const { name, engine, attached } = this.#parts;
    // Callers may still have the mock. They must not write to it: nobody would ever see it.
    engine.close(new HttpError(404, `sandbox "${name}": was deleted`));
    await attached?.detach().catch(() => attached.abandon());
  }

  /** Tells the readers of its events that the sandbox is gone. */
  announceEnd(): void {
    this.#parts.mock.journal.clear();
  }
}
