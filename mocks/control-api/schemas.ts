import * as z from 'zod/mini';
import { type OperationName, operationNames } from '../../src/contract/operations.ts';
import type { StandardSchema } from '../../src/contract/standard-schema.ts';
import type { JournalResponse, RecordChange } from '../controls/journal-entry.ts';
import { isObject } from '../shared/json.ts';
import { wholeNumber } from '../shared/parse-options.ts';
import type { SnapshotSummary } from '../snapshots/named-snapshots.ts';
import { describeUnknownTable, mapTables, metadata, tableNames } from '../store/metadata.ts';
import type { Rows, TableName } from '../store/row-types.ts';

/** A parameter that is true or false. */
export const flag = z.optional(
  z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive', error: 'must be true or false' }),
);

/** Returns the whole number that a text is, without a sign and in decimal digits. Returns NaN for other texts. */
export function parseWholeNumber(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : Number.NaN;
}

/** A parameter that is a whole number. */
export function wholeNumberParameter(minimum: number, maximum?: number) {
  return z.optional(
    z.codec(z.string(), wholeNumber(minimum, maximum), {
      decode: parseWholeNumber,
      encode: String,
    }),
  );
}

/** Milliseconds to wait. Proxies close connections that stay silent for longer. */
export const timeout = wholeNumberParameter(0, 60_000);

/** A list, which callers cannot change. */
export function list<Item extends z.ZodMiniType>(item: Item) {
  return z.readonly(z.array(item));
}

/** The JSON Schema of an object with any fields. Without the last keyword, generators of types allow no field. */
export const freeForm = { type: 'object', additionalProperties: true } as const;

/** A JSON object with any fields. A schema of records would drop the field `__proto__`. */
export function jsonObject(error = 'must be an object with fields') {
  return z.custom<object>(isObject, error).check(z.meta(freeForm));
}

/** A row of any table. */
export const row: z.ZodMiniType<Rows[TableName]> = z.union(tableNames.map((name) => metadata[name].row));

/** Some fields of a row of any table. */
export const rowFields: z.ZodMiniType<object> = z.union(tableNames.map((name) => metadata[name].changes));

/** The name of a table of the specification. */
export const specifiedTable = z.enum(tableNames, {
  error: ({ input }) => describeUnknownTable(String(input)),
});

/** The name of a table. The mock checks it, because it may have tables of its own. */
export const tableName = z
  .string(`table: must be given. Tables: ${tableNames.join(', ')}.`)
  .check(z.meta({ examples: [...tableNames] })) as unknown as z.ZodMiniType<TableName, string>;

type RowCounts = SnapshotSummary['tables'];

/** A response as the journal shows it. */
export const journalResponse: z.ZodMiniType<JournalResponse> = z.object({
  status: z.number(),
  headers: z.record(z.string(), z.string()),
  body: z.unknown(),
});

const anyRow = z.record(z.string(), z.unknown());

/** A record before and after a change. */
export const recordChange: z.ZodMiniType<RecordChange> = z.object({
  table: tableName,
  id: z.string(),
  before: z.optional(anyRow),
  after: z.optional(anyRow),
});

/** The number of rows in each table. Your own tables follow those of the specification. */
export const rowCounts: z.ZodMiniType<RowCounts> = z.catchall(
  z.object(mapTables<Record<TableName, z.ZodMiniType<number>>>(() => wholeNumber(0))),
  wholeNumber(0),
);

/** The response of a deletion. */
export const deleted = z.object({ deleted: z.literal(true) });

/** The name of an operation. The mock checks it, because it may have operations of its own. */
export const operation = z
  .string(`operation: must be given. Valid operations: ${operationNames.join(', ')}.`)
  .check(z.meta({ examples: [...operationNames] })) as unknown as z.ZodMiniType<OperationName, string>;

/** Loads the conversion of schemas to JSON Schema on demand: few mocks have schemas beyond the specification. */
export async function loadToJsonSchema(): Promise<(schema: StandardSchema) => Readonly<Record<string, unknown>>> {
  const { toJsonSchema }: typeof import('./openapi-own-operations.ts') = await import('./openapi-own-operations.ts');
  return toJsonSchema;
}
