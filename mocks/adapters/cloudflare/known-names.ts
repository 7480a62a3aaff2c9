import { requestDirectory } from './directory.ts';
import type { WorkerEnvironment } from './platform.ts';

/** Milliseconds for which a name that the directory had is used without another request to it. */
const lifetime = 60_000;

const maxNames = 10_000;

/**
 * The names of sandboxes that the directory has. It is a cache: the platform runs the Worker in many isolates, and each
 * has its own. Names that the directory lacks are not in it, because another isolate may create them at any time.
 */
export class KnownNames {
  readonly #expiresAt = new Map<string, number>();

  /** Whether a sandbox exists. It may have been deleted less than a minute ago. */
  async has(environment: WorkerEnvironment, name: string): Promise<boolean> {
    if ((this.#expiresAt.get(name) ?? 0) > Date.now()) return true;
    this.delete(name);
    const { ok } = await requestDirectory(environment, 'GET', name);
    if (ok) this.#add(name);
    return ok;
  }

  delete(name: string): void {
    this.#expiresAt.delete(name);
  }

  #add(name: string): void {
    const [oldest] = this.#expiresAt.size < maxNames ? [] : this.#expiresAt.keys();
    if (oldest !== undefined) this.#expiresAt.delete(oldest);
    this.#expiresAt.set(name, Date.now() + lifetime);
  }
}
