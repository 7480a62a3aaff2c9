import { isObject, parseJson } from '../shared/json.ts';
import type { TableDefinition } from '../store/define-table.ts';
import { tableNameOf } from '../store/metadata.ts';
import type { TableName } from '../store/row-types.ts';
import { assertText } from './csv.ts';
import type { ExportFormat } from './export-types.ts';
import { setLine } from './row-lines.ts';
import type { SeedRows } from './seed.ts';
import { type CsvOptions, formatCsv, parseCsv } from './table-csv.ts';

/** Writes rows as a file. */
export function formatRows(table: TableName, rows: readonly object[], format: ExportFormat): string {
  if (format === 'csv') return formatCsv(table, rows);
  if (format === 'ndjson') return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  return JSON.stringify(rows, undefined, 2);
}

/** Returns the format of a file with rows of one table. Undefined if its name has another ending. */
export function rowsFormat(file: string): 'csv' | 'ndjson' | undefined {
  const [, ending = ''] = /\.(csv|ndjson|jsonl)$/i.exec(file) ?? [];
  if (ending === '') return undefined;
  return ending.toLowerCase() === 'csv' ? 'csv' : 'ndjson';
}

/** Reads the rows of a table from a file. */
export function parseRows(
  table: TableName,
  text: string,
  format: 'csv' | 'ndjson',
  options: CsvOptions = {},
): SeedRows {
  return format === 'csv' ? parseCsv(table, text, options) : parseNdjson(table, text);
}

/**
 * Reads the rows of a table from NDJSON: a JSON object in each line.
 *
 * @throws A TypeError if a line is not a JSON object.
 */
export function parseNdjson(table: TableName | TableDefinition, text: string): SeedRows {
  assertText(text);
  const rows: object[] = [];
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue;
    const row = parseJson(line);
    if (!isObject(row)) throw new TypeError(`line ${index + 1}: must be a JSON object, for example {"name": "Acme"}`);
    rows.push(row);
    setLine(row, index + 1);
  }
  return { [tableNameOf(table)]: rows };
}
