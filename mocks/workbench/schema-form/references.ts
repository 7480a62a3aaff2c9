import { metadata, tableNames } from '../../store/metadata.ts';
import type { TableName } from '../../store/row-types.ts';

export { labelOf } from '../../store/fields.ts';

/** The tables that fields refer to, by the name of the field: `customer_id` refers to `customers`. */
const tables = new Map<string, TableName>(tableNames.flatMap((name) => Object.entries(metadata[name].foreignKeys)));

/** Returns the table whose ids a field contains. */
export function tableOfField(field: string): TableName | undefined {
  return tables.get(field);
}

/** Returns the name of a table: `Billing frequencies`. */
export function tableTitle(name: TableName): string {
  const { label } = metadata[name];
  if (/[sx]$/.test(label)) return `${label}es`;
  return label.endsWith('y') ? `${label.slice(0, -1)}ies` : `${label}s`;
}
