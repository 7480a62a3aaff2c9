import * as z from 'zod/mini';
import type { ByteBudget } from '../controls/byte-budget.ts';
import type { MockSnapshot } from '../controls/snapshot.ts';
import type { MockServer } from '../engine/create-mock-server.ts';
import { HttpError } from '../shared/http-error.ts';
import { iso } from '../shared/time.ts';
import { byteLength } from '../shared/utf8.ts';
import { countRows } from './routes/database.ts';
import { rowCounts } from './schemas.ts';

export const snapshotSummary = z.object({
  /** The name of the snapshot. */
  name: z.string(),
  /** The time at which it was taken, by the system clock, as an ISO 8601 string. */
  createdAt: z.string(),
  /** The number of rows in each table. */
  tables: rowCounts,
});

/** A snapshot that is kept under a name. */
export interface SnapshotSummary extends z.output<typeof snapshotSummary> {}

interface NamedSnapshot {
  readonly summary: SnapshotSummary;
  readonly snapshot: MockSnapshot;
  /** The size of its JSON, if there is a budget. */
  readonly bytes: number;
}

const maxSnapshots = 100;

/** The named snapshots of a mock, in memory. They share their rows with the mock. */
export class NamedSnapshots<Budget extends ByteBudget | undefined = ByteBudget | undefined> {
  readonly budget: Budget;
  readonly #saved = new Map<string, NamedSnapshot>();

  /**
   * @param budget The bytes that the mock may take. Each snapshot counts as a whole, because the mock may change
   * the rows that they share.
   */
  constructor(budget: Budget) {
    this.budget = budget;
  }

  get names(): readonly string[] {
    return [...this.#saved.keys()];
  }

  list(): readonly SnapshotSummary[] {
    return Array.from(this.#saved.values(), ({ summary }) => summary);
  }

  get(name: string): MockSnapshot | undefined {
    return this.#saved.get(name)?.snapshot;
  }

  /** @throws A {@link HttpError} with status 409 if there are too many snapshots, or 507 if there is no room. */
  save(name: string, mock: MockServer): SnapshotSummary {
    const former = this.#saved.get(name);
    if (!former && this.#saved.size >= maxSnapshots) {
      throw new HttpError(409, `snapshots: at most ${maxSnapshots} can be kept. Delete one first.`);
    }
    const bytes = this.budget ? byteLength(JSON.stringify(mock.snapshot({ tokens: true }))) : 0;
    if (this.budget) this.budget.snapshots += bytes - (former?.bytes ?? 0);
    const summary = { name, createdAt: iso(Date.now()), tables: countRows(mock.db) };
    this.#saved.set(name, { summary, snapshot: mock.snapshot(), bytes });
    return summary;
  }

  delete(name: string): void {
    if (this.budget) this.budget.snapshots -= this.#saved.get(name)?.bytes ?? 0;
    this.#saved.delete(name);
  }
}
