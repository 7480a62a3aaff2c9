import * as z from 'zod/mini';
import { isObject } from '../shared/json.ts';
import { mergeFields } from './fields.ts';
import { metadata } from './metadata.ts';
import type { TableName } from './row-types.ts';

/**
 * Converts a row that an older version stored: drops the fields that no longer exist, and adds the defaults of new
 * ones.
 *
 * @param onDrop Called with the path of each field that was dropped, for example `customers.name`.
 */
export function upgradeRow(table: TableName, row: object, onDrop: (path: string) => void): object {
  const { row: schema, defaults } = metadata[table];
  const known = knownFields(schema, row, table, onDrop);
  return isObject(known) ? mergeFields(defaults, known) : row;
}

function knownFields(schema: unknown, value: unknown, path: string, onDrop: (path: string) => void): unknown {
  if (schema instanceof z.ZodMiniNullable || schema instanceof z.ZodMiniOptional) {
    return knownFields(schema.def.innerType, value, path, onDrop);
  }
  if (schema instanceof z.ZodMiniArray && Array.isArray(value)) {
    return value.map((entry) => knownFields(schema.def.element, entry, path, onDrop));
  }
  if (!(schema instanceof z.ZodMiniObject) || !isObject(value) || isOpen(schema)) return value;
  const known: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    const fieldPath = `${path}.${name}`;
    if (Object.hasOwn(schema.shape, name)) known[name] = knownFields(schema.shape[name], field, fieldPath, onDrop);
    else onDrop(fieldPath);
  }
  return known;
}

/** Whether objects may have fields that the schema does not name. */
function isOpen(schema: z.ZodMiniObject): boolean {
  const { catchall } = schema.def;
  return catchall !== undefined && !(catchall instanceof z.ZodMiniNever);
}
