import * as z from 'zod/mini';
import { uuid } from '../../src/contract/fields.ts';

/**
 * Defines a table.
 *
 * @param label The name of one record, as in `<Label> not found`.
 * @param row The schema of a row. Objects in it reject fields that they do not have.
 */
export function defineTable<
  Schema extends z.ZodMiniObject,
  Defaults extends Partial<z.output<Schema>>,
  const ForeignKeys extends { readonly [Field in keyof z.output<Schema>]?: string },
>(
  label: string,
  row: Schema,
  {
    defaults,
    foreignKeys,
    uniqueApiName = false,
    deletedWith = [],
  }: {
    /** Values of the fields that an insertion may omit. The id, the workspace and the timestamps need none. */
    readonly defaults: Defaults;
    /** The tables that fields with the id or the ids of rows refer to. `workspace_id` is not listed. */
    readonly foreignKeys: ForeignKeys;
    /** Whether `api_name` is unique in a workspace. Default: false. */
    readonly uniqueApiName?: boolean;
    /** Foreign keys whose target a row is deleted with, and without which it cannot be deleted. Default: none. */
    readonly deletedWith?: readonly (keyof ForeignKeys & string)[];
  },
) {
  const strictRow = rejectUnknownFields(row);
  const columns = Object.keys(row.shape);
  return {
    label,
    row: strictRow,
    changes: z.partial(strictRow),
    columns,
    hasOpenFields: row.def.catchall !== undefined,
    uuidColumns: columns.filter((name) => isUuid(row.shape[name])),
    defaults,
    foreignKeys,
    uniqueApiName,
    deletedWith,
  };
}

function rejectUnknownFields<Schema extends z.ZodMiniObject>(schema: Schema): Schema {
  // A loose object accepts any field on purpose.
  if (schema.def.catchall !== undefined) return schema;
  const shape = Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, strictField(field)]));
  return z.clone(schema, { ...schema.def, shape, catchall: z.never() });
}

function strictField(field: z.core.$ZodType): z.core.$ZodType {
  if (field instanceof z.ZodMiniObject) return rejectUnknownFields(field);
  if (field instanceof z.ZodMiniArray && field.def.element instanceof z.ZodMiniObject) {
    return z.clone(field, { ...field.def, element: rejectUnknownFields(field.def.element) });
  }
  return field;
}

function isUuid(field: unknown): boolean {
  if (field instanceof z.ZodMiniNullable) return isUuid(field.def.innerType);
  if (field instanceof z.ZodMiniArray) return isUuid(field.def.element);
  return field === uuid;
}
