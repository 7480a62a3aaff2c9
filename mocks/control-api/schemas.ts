import * as z from 'zod/mini';
import { type OperationName, operationNames } from '../../src/contract/operations.ts';
import type { RecordChange } from '../controls/journal-entry.ts';
import { isObject } from '../shared/json.ts';
import { wholeNumber } from '../shared/parse-options.ts';
import { describeUnknownTable, mapTables, metadata, tableNames } from '../store/metadata.ts';
import type { Rows, TableName } from '../store/row-types.ts';

/** A list, which callers cannot change. */
export function list<Item extends z.ZodMiniType>(item: Item) {
  return z.readonly(z.array(item));
}

/** A JSON object with any fields. A schema of records would drop the field `__proto__`. */
export function jsonObject(error = 'must be an object with fields') {
  return z.custom<object>(isObject, error).check(z.meta({ type: 'object' }));
}

/** A row of any table. */
export const row: z.ZodMiniType<Rows[TableName]> = z.union(tableNames.map((name) => metadata[name].row));

/** Some fields of a row of any table. */
export const rowFields: z.ZodMiniType<object> = z.union(tableNames.map((name) => metadata[name].changes));

const anyRow = z.record(z.string(), z.unknown());

/** A record before and after a change. */
export const recordChange: z.ZodMiniType<RecordChange> = z.object({
  table: z.enum(tableNames),
  id: z.string(),
  before: z.optional(anyRow),
  after: z.optional(anyRow),
});

/** The name of a table. */
export const tableName = z.enum(tableNames, {
  error: ({ input }) =>
    input === undefined
      ? `table: must be given. Tables: ${tableNames.join(', ')}.`
      : describeUnknownTable(String(input)),
});

/** The number of rows in each table. */
export const rowCounts = z.object(mapTables<Record<TableName, z.ZodMiniType<number>>>(() => wholeNumber(0)));

/** The response of a deletion. */
export const deleted = z.object({ deleted: z.literal(true) });

/** A parameter that is true or false. */
export const flag = z.optional(
  z.stringbool({ truthy: ['true'], falsy: ['false'], case: 'sensitive', error: 'must be true or false' }),
);

/** A parameter that is a whole number. */
export function wholeNumberParameter(minimum: number, maximum?: number) {
  return z.optional(
    z.codec(z.string(), wholeNumber(minimum, maximum), {
      decode: (text) => (/^\d+$/.test(text) ? Number(text) : Number.NaN),
      encode: String,
    }),
  );
}

/** Milliseconds to wait. Proxies close connections that stay silent for longer. */
export const timeout = wholeNumberParameter(0, 60_000);

/** The name of an operation. The mock checks it, because it may have operations of its own. */
export const operation = z
  .string(`operation: must be given. Valid operations: ${operationNames.join(', ')}.`)
  .check(z.meta({ examples: [...operationNames] })) as unknown as z.ZodMiniType<OperationName, string>;
