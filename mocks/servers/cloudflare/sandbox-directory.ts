import { notFound } from '../../control-api/errors.ts';
import { HttpError } from '../../shared/http-error.ts';
import { type DurableStorage, objectNamed, type WorkerEnvironment } from './platform.ts';

/** The name of the Durable Object that has the names of all others. No sandbox can have it. */
export const directoryName = ':directory';

/** The names of all sandboxes, in the storage of one Durable Object. */
export class Directory {
  readonly #storage: DurableStorage;
  readonly #limit: number;

  constructor(storage: DurableStorage, limit: number) {
    this.#storage = storage;
    this.#limit = limit;
    storage.sql.exec('CREATE TABLE IF NOT EXISTS sandboxes (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID');
  }

  names(): readonly string[] {
    return Array.from(this.#storage.sql.exec('SELECT name FROM sandboxes ORDER BY name'), ({ name }) => String(name));
  }

  /**
   * Handles a request for one name.
   *
   * @throws A {@link HttpError} if the name is unknown or taken, or if there are too many sandboxes.
   */
  handle(method: string, name: string): void {
    const { sql } = this.#storage;
    if (method === 'DELETE') sql.exec('DELETE FROM sandboxes WHERE name = ?', name);
    else if (method === 'GET') {
      if (!this.#has(name)) throw notFound(`Sandbox ${name} not found`);
    } else {
      if (method === 'POST') this.#assertFree(name);
      sql.exec('INSERT OR IGNORE INTO sandboxes VALUES (?)', name);
    }
  }

  #has(name: string): boolean {
    const [row] = this.#storage.sql.exec('SELECT name FROM sandboxes WHERE name = ?', name);
    return row !== undefined;
  }

  #assertFree(name: string): void {
    if (this.#has(name)) throw new HttpError(409, `sandbox "${name}": already exists`);
    const [row] = this.#storage.sql.exec('SELECT count(*) AS count FROM sandboxes');
    if (Number(row?.['count']) >= this.#limit) {
      throw new HttpError(503, `sandboxes: at most ${this.#limit} can exist. Delete one first.`);
    }
  }
}

/** Reads, reserves (`POST`), adds (`PUT`) or removes a name. */
export function requestDirectory(
  environment: WorkerEnvironment,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  name: string,
): Promise<Response> {
  return objectNamed(environment, directoryName).fetch(new Request(`https://directory/names/${name}`, { method }));
}

/** Milliseconds for which a known name is used without another request to the directory. */
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
