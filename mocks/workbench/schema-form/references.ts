import { metadata, tableNames } from '../../store/metadata.ts';
import type { TableName } from '../../store/row-types.ts';

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

/** Returns the text by which a person knows a row. */
export function labelOf(row: Readonly<Record<string, unknown>>): string {
  const { name, first_name, last_name, api_name, address_line1, id } = row;
  const person = [first_name, last_name].filter((part) => typeof part === 'string').join(' ');
  return [name, person, api_name, address_line1, id].find(
    (part) => typeof part === 'string' && part.trim() !== '',
  ) as string;
}
