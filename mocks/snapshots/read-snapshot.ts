import * as z from 'zod/mini';
import { type Principal, principalSchema, tokenSchema } from '../controls/tokens.ts';
import { isObject } from '../shared/json.ts';
import { parseOptions, wholeNumber } from '../shared/parse-options.ts';
import { copyValidRows } from '../store/complete-row.ts';
import { assertIntegrity } from '../store/constraints.ts';
import { copyFields } from '../store/copy-fields.ts';
import { InvalidRecordError } from '../store/errors.ts';
import { normalizeIds } from '../store/ids.ts';
import { describeUnknownTable, isTableName, tableNames } from '../store/metadata.ts';
import { RowMap } from '../store/row-map.ts';
import { setPosition } from '../store/row-order.ts';
import type { TableName } from '../store/row-types.ts';
import type { TableSchema } from '../store/table-schema.ts';
import { type DatabaseSnapshot, readTables } from '../store/tables.ts';
import { type MockSnapshot, Snapshot, snapshotVersion } from './snapshot.ts';

const count = wholeNumber(0);
export const sequencesSchema = z.partialRecord(z.enum(tableNames), count);

/** Each part of the mock validates its own settings. */
export const settingsSchema = z.strictObject({
  operations: z.exactOptional(z.unknown()),
  policies: z.unknown(),
  faults: z.unknown(),
  clock: z.unknown(),
  rateLimits: z.unknown(),
});

/** Rows are typed by the table that they belong to, which `mapTables` restores. */
type UntypedTables = Partial<Record<TableName, readonly { readonly id: string }[] | undefined>>;

function createSnapshotSchema({ names, metadata }: TableSchema) {
  const tables: z.ZodMiniType<UntypedTables> = z.strictObject(
    Object.fromEntries(names.map((name) => [name, z.optional(z.array(metadata[name].row))])),
  );
  return z.strictObject({
    version: z.literal(snapshotVersion),
    workspace: z.string(),
    token: z.optional(tokenSchema),
    ids: count,
    sequences: z.optional(sequencesSchema),
    tokens: z.optional(z.custom<object>(isObject, 'must be an object of principals by token')),
    settings: z.optional(settingsSchema),
    tables,
  });
}

/** Schemas that were created: a schema is slow when it is used for the first time. */
const snapshotSchemas = new WeakMap<TableSchema, ReturnType<typeof createSnapshotSchema>>();

function snapshotSchemaOf(schema: TableSchema) {
  const created = snapshotSchemas.get(schema) ?? createSnapshotSchema(schema);
  snapshotSchemas.set(schema, created);
  return created;
}

/**
 * Reads a snapshot or the JSON of one.
 *
 * @throws A TypeError if the value is not a snapshot of this version, or if it contains rows that the API could not
 * have created.
 */
export function readSnapshot(value: unknown, schema: TableSchema): MockSnapshot {
  if (value instanceof Snapshot) {
    return value.hasTables(schema) ? value : readSnapshot(JSON.parse(JSON.stringify(value.withTokens())), schema);
  }
  if (isObject(value)) {
    // A snapshot of another copy of this package, for example if one copy was imported and the other required.
    if (typeof value['toJSON'] === 'function') return readSnapshot(JSON.parse(JSON.stringify(value)), schema);
    if ('rows' in value) {
      throw new TypeError(
        'snapshot: must be a snapshot or its JSON, received a copy. Pass the snapshot itself or JSON.parse(JSON.stringify(snapshot)).',
      );
    }
  }
  return readSnapshotJson(isObject(value) ? { ...value, tables: copyTables(value['tables'], schema) } : value, schema);
}

/** The positions of the rows of each table. */
type Positions = Partial<Readonly<Record<TableName, readonly number[]>>>;

/**
 * Reads the parts of a stored snapshot. Their rows are in the form in which a mock has stored them.
 *
 * @param schema The tables of the mock that the snapshot is for.
 * @param positions The positions of the rows. Default: from 0.
 */
export function readSnapshotJson(value: unknown, schema: TableSchema, positions: Positions = {}): MockSnapshot {
  const given = isObject(value) ? value['tables'] : undefined;
  assertKnownTables(given, schema);
  const { valid, others } = copyValidTables(given, schema);
  // The schema describes the issues of bad rows.
  const parts = isObject(value) ? { ...value, tables: others } : value;
  const json = parseOptions(snapshotSchemaOf(schema), parts, 'snapshot', ['token', 'tokens']);
  const tables = { ...valid, ...json.tables };
  const rows: DatabaseSnapshot = schema.map((name) => RowMap.from(rowsById(name, tables[name] ?? [], positions[name])));
  assertValidRows(rows, schema);
  const tokens = json.tokens && readTokens(json.tokens);
  for (const id of [json.workspace, ...Array.from(tokens?.values() ?? [], ({ workspace }) => workspace)]) {
    if (!rows.workspaces.has(id)) throw new TypeError(`snapshot: must contain the workspace ${id}`);
  }
  const sequences = readSequences(json.sequences ?? {});
  const { workspace, token, ids, settings } = json;
  return new Snapshot(schema, { rows, tokens, workspace, token, ids, sequences, settings });
}

/** @throws A TypeError if a table was not defined for this mock. */
function assertKnownTables(tables: unknown, schema: TableSchema): void {
  const unknown = isObject(tables) ? Object.keys(tables).find((name) => !schema.has(name)) : undefined;
  if (unknown === undefined) return;
  const advice = 'Pass the definition of your own table in the option `tables`.';
  throw new TypeError(`snapshot.tables: ${describeUnknownTable(unknown, schema.names)} ${advice}`);
}

/** Returns copies of the tables that have only complete and valid rows, and the other tables as they are. */
function copyValidTables(
  tables: unknown,
  schema: TableSchema,
): { readonly valid: UntypedTables; readonly others: unknown } {
  if (!isObject(tables)) return { valid: {}, others: tables };
  const copies = Object.entries(tables).map(([name, rows]) => {
    const valid = schema.has(name) && Array.isArray(rows) ? copyValidRows(schema.metadata[name], rows) : undefined;
    return { name, rows, valid };
  });
  return {
    valid: Object.fromEntries(copies.flatMap(({ name, valid }) => (valid ? [[name, valid]] : []))),
    others: Object.fromEntries(copies.flatMap(({ name, rows, valid }) => (valid ? [] : [[name, rows]]))),
  };
}

/** Reads the principals of tokens. A schema of records would drop the token `__proto__`. */
function readTokens(saved: object): ReadonlyMap<string, Principal> {
  return new Map(
    Object.entries(saved).map(([token, principal]) => {
      if (!tokenSchema.safeParse(token).success) {
        throw new TypeError('snapshot.tokens: each token must be printable ASCII without spaces');
      }
      return [token, parseOptions(principalSchema, principal, 'snapshot.tokens.[token]')];
    }),
  );
}

/** Copies rows, because those of a mock are frozen, and writes their ids as they are stored. */
function copyTables(tables: unknown, schema: TableSchema): unknown {
  if (!isObject(tables)) return tables;
  const copyRow = (name: string, row: unknown, index: number) => {
    if (!schema.has(name) || !isObject(row)) return row;
    try {
      return normalizeIds(schema.metadata[name], copyFields(name, row));
    } catch (error) {
      if (!(error instanceof InvalidRecordError)) throw error;
      const [first] = error.issues.map(({ path, message }) => `${path}: ${message}`);
      throw new TypeError(`snapshot.tables.${name}.${index}.${first}`);
    }
  };
  return Object.fromEntries(
    Object.entries(tables).map(([name, rows]) => [
      name,
      Array.isArray(rows) ? rows.map((row: unknown, index) => copyRow(name, row, index)) : rows,
    ]),
  );
}

/**
 * Reads the number of rows that the factories have created in each table.
 *
 * @throws A TypeError if the value is not an object of numbers.
 */
export function readSequences(value: unknown): ReadonlyMap<TableName, number> {
  const created = Object.entries(parseOptions(sequencesSchema, value, 'sequences'));
  return new Map(created.flatMap(([name, last]) => (isTableName(name) ? [[name, last] as const] : [])));
}

function rowsById<Row extends { readonly id: string }>(
  name: TableName,
  rows: readonly Row[],
  positions: readonly number[] = [],
): ReadonlyMap<string, Row> {
  const byId = new Map<string, Row>();
  let next = 0;
  for (const [index, row] of rows.entries()) {
    byId.set(row.id, row);
    if (byId.size === index) {
      throw new TypeError(`snapshot.tables.${name}.${index}.id: must be unique, received ${row.id}`);
    }
    // Two tabs may have inserted rows at the same position.
    const position = Math.max(positions[index] ?? index, next);
    setPosition(row, position);
    next = position + 1;
  }
  return byId;
}

/** Checks references and unique values. */
function assertValidRows(rows: DatabaseSnapshot, schema: TableSchema): void {
  try {
    assertIntegrity(readTables(schema, rows));
  } catch (error) {
    if (!(error instanceof InvalidRecordError)) throw error;
    throw new TypeError(`snapshot.tables.${error.message}`, { cause: error });
  }
}
