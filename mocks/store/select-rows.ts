import type * as z from 'zod/mini';
import { assertOptionNames } from '../shared/assert-option-names.ts';
import { isObject, readField } from '../shared/json.ts';
import { assertColumn } from './errors.ts';
import { normalizeWhere } from './ids.ts';
import type { TableMetadata } from './metadata.ts';
import type { Rows, TableName } from './row-types.ts';
import { type Sort, sortColumns, sortRows } from './sort-rows.ts';
import { matchingRows, type Where } from './where.ts';

/** Options of `list`. */
export interface ListOptions<Row> {
  /**
   * A column to sort by, or several columns: those that follow order the rows with equal values. Rows with the same
   * values stay in insertion order, and those without a value are last. Default: insertion order.
   */
  readonly sort?: Sort<Row> | undefined;
}

/**
 * Returns the function that returns whether a row of a table matches.
 *
 * @throws A TypeError if a column or an operator is unknown, or the function is asynchronous.
 */
export function matchingRowsOf<Name extends TableName>(
  name: Name,
  metadata: TableMetadata<TableName>,
  where: Where<Rows[Name]>,
): (row: Rows[Name]) => boolean {
  if (!isObject(where)) return matchingRows(where);
  for (const field of Object.keys(where)) assertColumn(name, metadata, field);
  const { declaredFields } = metadata;
  return matchingRows(normalizeWhere(metadata, where), (field) => fieldNames(readField(declaredFields, field)));
}

/** Returns the fields of the objects that a schema accepts. Undefined if it may accept any object. */
function fieldNames(schema: z.core.$ZodType | undefined): readonly string[] | undefined {
  if (!schema) return undefined;
  // The union of all schemas, which TypeScript can narrow by the type.
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'nullable':
    case 'default':
      return fieldNames(def.innerType);
    case 'object':
      return def.catchall && def.catchall._zod.def.type !== 'never' ? undefined : Object.keys(def.shape);
    case 'string':
    case 'number':
    case 'boolean':
    case 'enum':
    case 'array':
      return [];
    default:
      return undefined;
  }
}

/**
 * Returns the rows of a table that match, sorted.
 *
 * @throws A TypeError if a column or an operator is unknown, or the function is asynchronous.
 */
export function listRows<Name extends TableName>(
  name: Name,
  metadata: TableMetadata<TableName>,
  rows: readonly Rows[Name][],
  where: Where<Rows[Name]> = () => true,
  options: ListOptions<Rows[Name]> = {},
): Rows[Name][] {
  assertOptionNames<ListOptions<Rows[Name]>>('list', options, { sort: true });
  const sort = sortColumns(name, metadata, options.sort);
  const found = rows.filter(matchingRowsOf(name, metadata, where));
  return sort.length === 0 ? found : sortRows(found, sort);
}
