import { type ReadonlySignal, signal } from '@preact/signals';
import type { RowPage } from '../../control-api/routes/query-rows.ts';
import type { ControlClient } from '../../remote/control-client.ts';
import type { TableName } from '../../store/row-types.ts';
import type { Row } from './session.ts';

/** The rows of a table that match, in order. */
export interface RowSelection {
  readonly table: TableName;
  readonly where?: Row | undefined;
  readonly search?: string | undefined;
  readonly sort?: { readonly column: string; readonly descending: boolean } | undefined;
}

const pageSize = 100;

/** The most pages that are kept. The oldest are removed, and loaded again when they come into sight. */
const maxPages = 30;

/** A selection of rows that is loaded page by page, as the pages come into sight. */
export class PagedRows {
  /** The number of rows. Undefined until the first page is loaded. */
  readonly total: ReadonlySignal<number | undefined>;
  /** Increases when rows arrive. */
  readonly version: ReadonlySignal<number>;
  readonly #total = signal<number | undefined>(undefined);
  readonly #version = signal(0);
  readonly #control: () => ControlClient;
  readonly #selection: RowSelection;
  readonly #pages = new Map<number, readonly Row[]>();
  readonly #loading = new Set<number>();
  /** Pages that were loaded before the last change. They stay visible until they are loaded again. */
  readonly #stale = new Set<number>();
  /** Changes when the pages become outdated. */
  #generation = 0;
  readonly #onError: (error: unknown) => void;

  constructor(control: () => ControlClient, selection: RowSelection, onError: (error: unknown) => void) {
    this.#control = control;
    this.#selection = selection;
    this.#onError = onError;
    this.total = this.#total;
    this.version = this.#version;
  }

  /** Returns a row, or undefined if its page is not loaded. */
  at(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / pageSize))?.[index % pageSize];
  }

  /** Loads the pages of a range of rows that are not loaded yet. */
  load(first: number, last: number): void {
    for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page += 1) {
      const isNeeded = !this.#pages.has(page) || this.#stale.has(page);
      if (isNeeded && !this.#loading.has(page)) void this.#loadPage(page);
    }
  }

  /** Marks all pages as outdated. The range in sight is loaded again. */
  refresh(first: number, last: number): void {
    this.#generation += 1;
    for (const page of this.#pages.keys()) this.#stale.add(page);
    this.load(first, last);
  }

  async #loadPage(page: number): Promise<void> {
    this.#loading.add(page);
    const generation = this.#generation;
    try {
      const { table, ...query } = this.#selection;
      const body = { ...query, limit: pageSize, offset: page * pageSize };
      const { rows, total } = await this.#control().post<RowPage<Row>>(`db/${table}/query`, body);
      this.#pages.delete(page);
      this.#pages.set(page, rows);
      if (generation === this.#generation) this.#stale.delete(page);
      const [oldest] = this.#pages.keys();
      if (this.#pages.size > maxPages && oldest !== undefined) this.#pages.delete(oldest);
      this.#total.value = total;
      this.#version.value += 1;
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#loading.delete(page);
    }
    // The rows may have changed after the mock read them.
    if (generation !== this.#generation) await this.#loadPage(page);
  }
}
