import * as z from 'zod/mini';
import type { ReadonlyInput } from '../../src/contract/endpoint.ts';
import { recordLabel } from '../../src/contract/endpoint.ts';
import { preview } from '../../src/contract/printable.ts';
import type { InputOf, OutputOf, StandardResult, StandardSchema } from '../../src/contract/standard-schema.ts';
import { standardIssues } from '../../src/contract/validate.ts';
import { assertOptionNames } from '../shared/assert-option-names.ts';
import { errorMessage } from '../shared/errors.ts';
import { isObject } from '../shared/json.ts';
import { copyFields } from './copy-fields.ts';
import { describeTable } from './describe-table.ts';
import { assertColumn, InvalidRecordError } from './errors.ts';
import { isTableName, type TableMetadata } from './metadata.ts';
import type { Changes, TableName } from './row-types.ts';
import { isGenerated, workspaceColumns } from './specified-tables.ts';

/** The columns that the mock adds to the rows of one of your own tables. */
export interface GeneratedColumns {
  /** UUID of the row. */
  readonly id: string;
  /** UUID of the workspace that the row belongs to. */
  readonly workspace_id: string;
  /** When the row was created, ISO 8601. */
  readonly created_at: string;
  /** When the row was last changed, ISO 8601. */
  readonly updated_at: string;
}

/** Options of {@link defineTable}. */
export interface TableOptions<Name extends string = string, Row extends StandardSchema = StandardSchema> {
  /** The name of the table, for example `notes`. */
  readonly name: Name;
  /**
   * Validates a row, with the columns `id`, `workspace_id`, `created_at` and `updated_at`, which it can ignore. Rows
   * are validated again when they change or are loaded, so the schema must accept the rows that it returns.
   */
  readonly row: Row;
  /**
   * The tables that columns with the id of a row, or with a list of ids, refer to: tables of the specification, tables
   * before this one, or the table itself. Default: none.
   */
  readonly references?: { readonly [Column in ColumnOf<OutputOf<Row>>]?: string } | undefined;
}

/** A column of the rows that a schema returns. Any name if the compiler does not know the rows. */
type ColumnOf<Output> = unknown extends Output ? string : Output extends unknown ? keyof Output & string : never;

/** One of your own tables, for the option `tables` of a mock. Create it with {@link defineTable}. */
export interface TableDefinition<Name extends string = string, Row extends StandardSchema = StandardSchema> {
  /** The name of the table. */
  readonly name: Name;
  /** Validates a row. */
  readonly row: Row;
  /** The tables that columns refer to, by the names of the columns. */
  readonly references: Readonly<Record<string, string>>;
  /** @internal */
  readonly metadata: TableMetadata<TableName>;
}

/** A row of one of your own tables. */
export type OwnRow<Table extends TableDefinition> = OutputOf<Table['row']> & GeneratedColumns;

/** The fields that `insert` accepts for one of your own tables. */
export type OwnInsertable<Table extends TableDefinition> = WithoutGenerated<ReadonlyInput<InputOf<Table['row']>>> &
  Changes<GeneratedColumns>;

type WithoutGenerated<Row> = Row extends unknown ? Omit<Row, keyof GeneratedColumns> : never;

/** The name of one of your own tables, as a key of a type. `never` if the compiler does not know the name. */
export type OwnTableName<Table extends TableDefinition> = string extends Table['name'] ? never : Table['name'];

const optionNames = { name: true, row: true, references: true } as const;

/** Names of collections in stored data, of the lists of all tables, and of fields that make a seed a snapshot. */
const reservedNames: readonly string[] = ['tokens', 'settings', 'snapshots', 'all', 'rows', 'version'];

/**
 * Defines a table that the specification does not have. Pass it to the option `tables` of a mock.
 *
 * @throws A TypeError if an option is not valid.
 * @example
 * ```ts
 * const notes = defineTable({
 *   name: 'notes',
 *   row: z.object({ text: z.string(), customer_id: z.uuid() }),
 *   references: { customer_id: 'customers' },
 * });
 * const mock = createMockServer({ tables: [notes] });
 * const { id } = mock.create.customer();
 * mock.db.notes.insert({ text: 'Call back', customer_id: id });
 * ```
 */
export function defineTable<const Name extends string, Row extends StandardSchema>(
  options: TableOptions<Name, Row>,
): TableDefinition<Name, Row> {
  assertOptionNames<TableOptions>('defineTable', options, optionNames);
  const { name, row } = options;
  const references = (options.references ?? {}) as Readonly<Record<string, string>>;
  const fail = (option: string, expected: string, received: unknown) =>
    new TypeError(`defineTable: ${option} must be ${expected}, received ${preview(received)}`);
  if (typeof name !== 'string' || !/^[a-z]\w*$/i.test(name) || name in {}) {
    throw fail('name', 'a word of letters, digits and underscores, for example notes', name);
  }
  if (isTableName(name) || reservedNames.includes(name)) {
    throw new TypeError(`defineTable: the mock uses the name ${name} already. Use another name.`);
  }
  if (typeof Object(Object(row)['~standard']).validate !== 'function') throw fail('row', 'a Standard Schema', row);
  if (!isObject(references) || Object.values(references).some((target) => typeof target !== 'string')) {
    throw fail('references', 'an object of tables by column', references);
  }
  const generated = Object.keys(references).find(isGenerated);
  if (generated !== undefined) throw fail('references', 'about your own columns', generated);
  const metadata = describeOwnTable(name, row, references);
  for (const column of Object.keys(references)) assertColumn(name, metadata, column);
  return { name, row, references: { ...references }, metadata };
}

/**
 * Describes one of your own tables as one with open fields, which its schema checks. Its rows keep the columns that the
 * mock adds, whatever the schema returns.
 */
function describeOwnTable(
  name: string,
  schema: StandardSchema,
  references: Readonly<Record<string, string>>,
): TableMetadata<TableName> {
  const table = describeTable(recordLabel(name), z.looseObject(workspaceColumns), { defaults: {}, foreignKeys: {} });
  const row = table.row.check(
    z.check((payload) => {
      if (payload.issues.length > 0) return;
      const { value: input } = payload;
      try {
        const { id, workspace_id, created_at, updated_at } = input;
        const generated = { id, workspace_id, created_at, updated_at };
        payload.value = {
          ...generated,
          ...copyFields(name as TableName, validateRow(name, schema, input)),
          ...generated,
        };
      } catch (error) {
        if (!(error instanceof InvalidRecordError)) throw error;
        for (const { path, message } of error.issues) {
          payload.issues.push({ code: 'custom', input, path: path === '' ? [] : [path], message });
        }
      }
    }),
  );
  const uuidColumns = [...table.uuidColumns, ...Object.keys(references)];
  // The types of the store know only the tables of the specification.
  const { shape, isOpen } = declaredShape(schema);
  const described: object = {
    ...table,
    row,
    hasOwnSchema: true,
    declaredFields: { ...shape, ...table.fields },
    knownColumns: isOpen ? undefined : [...new Set([...Object.keys(workspaceColumns), ...Object.keys(shape)])],
    uuidColumns,
    foreignKeys: references,
  };
  return described as TableMetadata<TableName>;
}

/** Returns the fields of a schema that is an object of zod, and whether it accepts others. */
function declaredShape(schema: StandardSchema): { readonly shape: object; readonly isOpen: boolean } {
  const { shape, catchall } = Object(Object(Object(schema)._zod).def);
  if (!isObject(shape)) return { shape: {}, isOpen: true };
  return { shape, isOpen: catchall !== undefined && catchall._zod.def.type !== 'never' };
}

/**
 * Returns the row that a schema returns.
 *
 * @throws An {@link InvalidRecordError} with its issues, or a TypeError if the schema is asynchronous or throws.
 */
function validateRow(name: string, schema: StandardSchema, row: object): object {
  const fail = (problem: string, cause?: unknown) =>
    new TypeError(`${name}: the schema of the table must be synchronous and must not throw. ${problem}`, { cause });
  let result: StandardResult | Promise<StandardResult>;
  try {
    result = schema['~standard'].validate(row);
  } catch (error) {
    throw fail(`It threw: ${errorMessage(error)}`, error);
  }
  if ('then' in result) {
    // Nobody waits for it.
    result.catch(() => undefined);
    throw fail('It returned a promise.');
  }
  // The form of the workbench names fields like those of the specification.
  const fields = standardIssues(result, true);
  if (fields.length > 0) throw new InvalidRecordError(name as TableName, fields);
  if (isObject(result.value)) return result.value;
  throw new InvalidRecordError(name as TableName, [{ path: '', message: 'must be an object with fields' }]);
}
