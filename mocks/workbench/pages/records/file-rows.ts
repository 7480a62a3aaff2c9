import { parseRows, rowsFormat } from '../../../seed/row-files.ts';
import { isNote } from '../../../seed/seed.ts';
import { errorMessage } from '../../../shared/errors.ts';
import { isObject } from '../../../shared/json.ts';
import type { TableName } from '../../../store/row-types.ts';
import { parseJsonFile } from '../../components/read-file.ts';
import { metadataOf } from '../../schema-form/table-metadata.ts';
import { type CsvFile, readCsvFile } from './csv-columns.ts';

/** The rows of a file. */
export interface FileRows {
  readonly name: string;
  /** The mock validates them. */
  readonly tables: Partial<Readonly<Record<TableName, readonly object[]>>>;
  /** Whether the file is a list, which does not name its table. */
  readonly isList: boolean;
  /** The columns of a CSV file. Its rows depend on the columns of the table that they become. */
  readonly csv?: CsvFile | undefined;
}

/**
 * Reads CSV or NDJSON, depending on the ending of the name, or JSON.
 *
 * @param current The table of a file that does not name its table.
 * @param names The tables of the mock.
 * @throws A TypeError or an InvalidRecordError if the file has another content.
 */
export function readFile(name: string, text: string, current: TableName, names: readonly TableName[]): FileRows {
  const format = rowsFormat(name);
  if (format === undefined) return readRows(name, parseJsonFile(text, name), current, names);
  const [named = ''] = name.split('.');
  const table = names.find((each) => each === named) ?? current;
  try {
    if (format === 'csv') return { name, tables: { [table]: [] }, isList: true, csv: readCsvFile(text) };
    return { name, tables: parseRows(table, text, format), isList: true };
  } catch (error) {
    throw error instanceof TypeError ? new TypeError(`File ${name}: ${errorMessage(error)}`) : error;
  }
}

/**
 * Reads a list of rows, or lists by table as in a seed.
 *
 * @param current The table of a list whose rows do not look like those of another table.
 * @throws A TypeError if the file has another content.
 */
function readRows(name: string, json: unknown, current: TableName, names: readonly TableName[]): FileRows {
  if (Array.isArray(json)) return { name, tables: { [guessTable(json, current, names)]: json }, isList: true };
  if (isObject(json) && 'version' in json && 'tables' in json) {
    throw new TypeError('Import: the file is a snapshot of a mock. Upload it on the page Snapshots.');
  }
  const lists = isObject(json) ? Object.entries(json).filter(([table]) => !isNote(table)) : [];
  if (lists.length > 0 && lists.every(([table, rows]) => names.some((each) => each === table) && Array.isArray(rows))) {
    return { name, tables: Object.fromEntries(lists), isList: false };
  }
  throw new TypeError('Import: the file must be a list of rows, or an object with a list for each table.');
}

/** Returns the table that exports rows with the columns of the first row. */
function guessTable([row]: readonly unknown[], current: TableName, names: readonly TableName[]): TableName {
  const columns = Object.keys(isObject(row) ? row : {}).sort();
  const isExportOf = (name: TableName) => metadataOf(name).columns.toSorted().join() === columns.join();
  return isExportOf(current) ? current : (names.find(isExportOf) ?? current);
}
