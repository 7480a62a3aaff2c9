import { randomBytes, randomUUID } from 'node:crypto';
import type { BugName } from './bugs.ts';
import type { VariantName } from './variants.ts';

export interface Row {
  id: string;
  workspace_id: string;
  created_at: number;
  updated_at: number;
  [field: string]: unknown;
}

export type TableName =
  | 'customers'
  | 'contacts'
  | 'addresses'
  | 'categories'
  | 'catalogs'
  | 'parents'
  | 'products'
  | 'prices'
  | 'lookups';

export interface Token {
  readonly workspace: string;
  readonly readOnly: boolean;
}

export interface World {
  bug(name: BugName): boolean;
  variant(name: VariantName): boolean;
  readonly tables: Record<TableName, Row[]>;
  readonly tokens: Map<string, Token>;
  readonly discounts: { workspace: string; category: string; active: boolean }[];
  requests: number;
  now(): number;
  newId(): string;
  insert(table: TableName, workspace: string, values: Record<string, unknown>): Row;
}

/** The world as a handler sees it, with the workspace of the token. */
export interface Context extends World {
  readonly workspace: string;
  readonly query: URLSearchParams;
}

const uuid7 = (): string => {
  const hex = Date.now().toString(16).padStart(12, '0') + randomBytes(10).toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-7${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`;
};

export function createWorld(bugs: readonly BugName[], variants: readonly VariantName[]): World {
  let last = 0;
  const world: World = {
    bug: (name) => bugs.includes(name),
    variant: (name) => variants.includes(name),
    tables: {
      customers: [],
      contacts: [],
      addresses: [],
      categories: [],
      catalogs: [],
      parents: [],
      products: [],
      prices: [],
      lookups: [],
    },
    tokens: new Map(),
    discounts: [],
    requests: 0,
    now() {
      last = Math.max(Date.now(), last + 1);
      return last;
    },
    newId: () => (world.variant('uuid-v7') ? uuid7() : randomUUID()),
    insert(table, workspace, values) {
      const now = world.now();
      const row: Row = { id: world.newId(), workspace_id: workspace, created_at: now, updated_at: now, ...values };
      world.tables[table].push(row);
      return row;
    },
  };
  return world;
}

/** The rows of the workspace. */
export const own = (context: Context, table: TableName): Row[] =>
  context.tables[table].filter((row) => row.workspace_id === context.workspace);

export const strings = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);
