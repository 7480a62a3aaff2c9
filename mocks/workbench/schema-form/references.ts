import { metadata, tableNames } from '../../store/metadata.ts';
import type { TableName } from '../../store/row-types.ts';

export { labelOf } from '../../store/fields.ts';

/** The tables that fields refer to, by the name of the field: `customer_id` refers to `customers`. */
const tables = new Map<string, TableName>(tableNames.flatMap((name) => Object.entries(metadata[name].foreignKeys)));

/** Returns the table whose ids a field contains. */
export function tableOfField(field: string): TableName | undefined {
  return tables.get(field);
}
