import { HttpError } from '../../shared/http-error.ts';
import type { DurableStorage } from './platform.ts';

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

  /** @throws A {@link HttpError} if the name is taken, or if there are too many sandboxes. */
  add(name: string): void {
    const names = this.names();
    if (names.includes(name)) throw new HttpError(409, `sandbox "${name}": already exists`);
    if (names.length >= this.#limit) {
      throw new HttpError(503, `sandboxes: at most ${this.#limit} can exist. Delete one first.`);
    }
    this.#storage.sql.exec('INSERT INTO sandboxes VALUES (?)', name);
  }

  remove(name: string): void {
    this.#storage.sql.exec('DELETE FROM sandboxes WHERE name = ?', name);
  }
}
