import { describeSchema, type FieldDescription } from '../../src/contract/describe-schema.ts';
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
  const known = knownFields(describeSchema(schema), row, table, onDrop);
  return isObject(known) ? mergeFields(defaults, known) : row;
}

function knownFields(
  { kind }: FieldDescription,
  value: unknown,
  path: string,
  onDrop: (path: string) => void,
): unknown {
  if (kind.type === 'list' && Array.isArray(value)) {
    return value.map((entry) => knownFields(kind.element, entry, path, onDrop));
  }
  if (kind.type !== 'group' || kind.isOpen || !isObject(value)) return value;
  const known: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    const fieldPath = `${path}.${name}`;
    const description = Object.hasOwn(kind.fields, name) ? kind.fields[name] : undefined;
    if (description) known[name] = knownFields(description, field, fieldPath, onDrop);
    else onDrop(fieldPath);
  }
  return known;
}
