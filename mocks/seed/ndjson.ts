import { isObject, parseJson } from '../shared/json.ts';
import type { TableDefinition } from '../store/define-table.ts';
import { tableNameOf } from '../store/metadata.ts';
import type { TableName } from '../store/row-types.ts';
import { setLines } from './row-lines.ts';
import type { SeedRows } from './seed.ts';

/**
 * Reads the rows of a table from NDJSON: a JSON object in each line.
 *
 * @throws A TypeError if a line is not a JSON object.
 */
export function parseNdjson(table: TableName | TableDefinition, text: string): SeedRows {
  const rows: object[] = [];
  const lines: number[] = [];
  for (const [index, line] of text
    .replace(/^\ufeff/, '')
    .split(/\r?\n/)
    .entries()) {
    if (line.trim() === '') continue;
    const row = parseJson(line);
    if (!isObject(row)) throw new TypeError(`line ${index + 1}: must be a JSON object, for example {"name": "Acme"}`);
    rows.push(row);
    lines.push(index + 1);
  }
  setLines(rows, lines);
  return { [tableNameOf(table)]: rows };
}
