import { preview } from '../../src/contract/printable.ts';
import type { TableDefinition } from './define-table.ts';
import { describeUnknownTable, metadata, type TableMetadata, tableNames } from './metadata.ts';
import type { TableName } from './row-types.ts';

type ForeignKey = readonly [column: string, target: TableName];

type AllMetadata = { readonly [Name in TableName]: TableMetadata<Name> };

/**
 * The tables of a mock: those of the specification, and your own tables. The code of the store treats them alike, so
 * a {@link TableName} is the name of any of them there.
 */
export class TableSchema {
  /** Your own tables. */
  readonly own: readonly TableDefinition[];
  /** The definitions of all tables. A table refers only to itself and to tables before it. */
  readonly metadata: AllMetadata;
  /** The names of all tables, in the order of {@link metadata}. */
  readonly names: readonly TableName[];
  /** The columns of each table that refer to rows, and the tables they refer to. */
  readonly foreignKeys: { readonly [Name in TableName]: readonly ForeignKey[] };

  constructor(own: readonly TableDefinition[]) {
    this.own = own;
    this.metadata = { ...metadata, ...Object.fromEntries(own.map((table) => [table.name, table.metadata])) };
    this.names = Object.keys(this.metadata) as readonly TableName[];
    this.foreignKeys = this.map((name): readonly ForeignKey[] => [
      ...Object.entries(this.metadata[name].foreignKeys),
      ...(name === 'workspaces' ? [] : [['workspace_id', 'workspaces'] as const]),
    ]);
  }

  has(name: string): name is TableName {
    return Object.hasOwn(this.metadata, name);
  }

  /** @throws A TypeError if there is no such table. */
  assertTable(name: string): void {
    if (!this.has(name)) throw new TypeError(describeUnknownTable(name, this.names));
  }

  /** Whether another mock has the same tables. */
  equals({ own }: TableSchema): boolean {
    return own.length === this.own.length && own.every((table, at) => table === this.own[at]);
  }

  /** Returns the columns that refer to a table, with the tables that have them. */
  referencesTo(target: TableName): (readonly [table: TableName, column: string])[] {
    return this.names.flatMap((table) =>
      this.foreignKeys[table].filter(([, other]) => other === target).map(([field]) => [table, field] as const),
    );
  }

  /** Creates a value for each table. The caller names the type, which TypeScript cannot infer. */
  map<Of extends Record<TableName, unknown>>(create: (name: TableName) => unknown): Of {
    return Object.fromEntries(this.names.map((name) => [name, create(name)])) as Of;
  }
}

/** The tables of the specification, which mocks without tables of their own share. */
const specifiedTables = /* @__PURE__ */ new TableSchema([]);

/**
 * Returns the tables of a mock.
 *
 * @throws A TypeError if an entry was not created by `defineTable`, has the name of another one, or refers to a table
 * that does not come before it.
 */
export function createTableSchema(tables: unknown): TableSchema {
  if (!Array.isArray(tables)) throw new TypeError(`tables: must be an array, received ${preview(tables)}`);
  if (tables.length === 0) return specifiedTables;
  const names: string[] = [...tableNames];
  for (const [index, table] of tables.entries()) {
    const { name, references, metadata } = Object(table);
    const fail = (problem: string) => new TypeError(`tables.${index}: ${problem}`);
    if (metadata === undefined) throw fail(`must be the result of defineTable(…), received ${preview(table)}`);
    if (names.includes(name)) throw fail(`${name} is the name of another table`);
    names.push(name);
    for (const [column, target] of Object.entries<string>(references)) {
      if (names.includes(target)) continue;
      throw fail(
        `${column} must refer to a table before ${name}, or to ${name} itself. ${describeUnknownTable(target, names)}`,
      );
    }
  }
  return new TableSchema([...tables]);
}
