import { type ReadonlySignal, signal } from '@preact/signals';
import type { IncludedRows } from '../../control-api/routes/query-rows.ts';
import type { ControlClient } from '../../remote/control-client.ts';
import type { TableName } from '../../store/row-types.ts';
import type { Row } from './session.ts';

/** The rows of a table that match, in order. */
export interface RowSelection {
  readonly table: TableName;
  readonly where?: Row | undefined;
  readonly search?: string | undefined;
  readonly sort?: { readonly column: string; readonly descending: boolean } | undefined;
  /** Columns that refer to other rows, which are loaded too. */
  readonly include?: readonly string[] | undefined;
}

interface LoadedPage {
  readonly rows: readonly Row[];
  /** The rows that these rows refer to, by table and id. */
  readonly included: ReadonlyMap<string, Row>;
  /** The generation of the selection when the page was requested. */
  readonly generation: number;
}

const pageSize = 100;

/** The most pages that are kept. Those farthest from the rows in sight are removed, and loaded again if needed. */
const maxPages = 30;

/** A selection of rows that is loaded page by page, as the pages come into sight. */
export class PagedRows {
  readonly #total = signal<number | undefined>(undefined);
  readonly #version = signal(0);
  /** The number of rows. Undefined until the first page is loaded. */
  readonly total: ReadonlySignal<number | undefined> = this.#total;
  /** Increases when rows arrive. */
  readonly version: ReadonlySignal<number> = this.#version;
  readonly #control: () => ControlClient;
  readonly #selection: RowSelection;
  readonly #pages = new Map<number, LoadedPage>();
  readonly #loading = new Set<number>();
  /** Increases with each change. Older pages stay visible until they are loaded again. */
  #generation = 0;
  /** The rows in sight. */
  #range = { first: 0, last: 0 };
  readonly #onError: (error: unknown) => void;

  constructor(control: () => ControlClient, selection: RowSelection, onError: (error: unknown) => void) {
    this.#control = control;
    this.#selection = selection;
    this.#onError = onError;
  }

  /** Returns a row, or undefined if its page is not loaded. */
  at(index: number): Row | undefined {
    return this.#pages.get(Math.floor(index / pageSize))?.rows[index % pageSize];
  }

  /** Returns a row that one of the loaded rows refers to. */
  included(table: TableName, id: string): Row | undefined {
    for (const { included } of this.#pages.values()) {
      const row = included.get(keyOf(table, id));
      if (row) return row;
    }
    return undefined;
  }

  /** Loads the pages of the rows in sight that are not loaded yet. */
  load(first: number, last: number): void {
    this.#range = { first, last };
    this.#loadVisible();
  }

  /** Loads the rows in sight again. */
  refresh(): void {
    this.#generation += 1;
    this.#loadVisible();
  }

  #loadVisible(): void {
    const { first, last } = this.#range;
    for (let page = Math.floor(first / pageSize); page <= Math.floor(last / pageSize); page += 1) {
      const isCurrent = this.#pages.get(page)?.generation === this.#generation;
      if (!isCurrent && !this.#loading.has(page)) void this.#loadPage(page);
    }
  }

  /** Returns the loaded page that is farthest from the rows in sight. */
  #farthestPage(): number {
    const middle = (this.#range.first + this.#range.last) / 2 / pageSize - 0.5;
    const distance = (page: number) => Math.abs(page - middle);
    return [...this.#pages.keys()].reduce((one, other) => (distance(one) >= distance(other) ? one : other));
  }

  async #loadPage(page: number): Promise<void> {
    this.#loading.add(page);
    const generation = this.#generation;
    try {
      const { table, ...query } = this.#selection;
      const body = { ...query, limit: pageSize, offset: page * pageSize };
      const result = await this.#control().call('POST /db/{table}/query', { params: { table }, body });
      const { rows, total, included = {} } = result;
      this.#pages.set(page, { rows, included: byKey(included), generation });
      if (this.#pages.size > maxPages) this.#pages.delete(this.#farthestPage());
      this.#total.value = total;
      this.#version.value += 1;
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#loading.delete(page);
    }
    // A change in the meantime may be missing.
    if (generation !== this.#generation) this.#loadVisible();
  }
}

function byKey(included: IncludedRows): ReadonlyMap<string, Row> {
  return new Map(
    Object.entries(included).flatMap(([table, rows = []]) =>
      (rows as readonly Row[]).map((row) => [keyOf(table, String(row['id'])), row] as const),
    ),
  );
}

const keyOf = (table: string, id: string): string => `${table} ${id}`;
