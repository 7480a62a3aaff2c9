import { type FieldDescription, fieldsOf } from '../../src/contract/describe-schema.ts';
import { preview } from '../../src/contract/printable.ts';
import { listValid } from '../../src/contract/unknown-name.ts';
import type { Issue } from '../../src/contract/validate.ts';
import { assertOptionNames } from '../shared/assert-option-names.ts';
import { isObject, parseJson } from '../shared/json.ts';
import type { TableDefinition } from '../store/define-table.ts';
import { InvalidRecordError } from '../store/errors.ts';
import { column, setField } from '../store/fields.ts';
import { isTableName, metadata, type TableMetadata, tableNameOf } from '../store/metadata.ts';
import type { TableName } from '../store/row-types.ts';
import { isGenerated } from '../store/specified-tables.ts';
import { type CsvCell, type CsvRecord, parseRecords, quoteCell } from './csv.ts';
import { maxBadRows, setLine } from './row-lines.ts';
import type { SeedRows } from './seed.ts';

/** Options of {@link parseCsv}. */
export interface CsvOptions {
  /** The columns of the table that columns of the file stand for: `{ Kundennummer: 'id_erp' }`. */
  readonly columns?: Readonly<Record<string, string>> | undefined;
}

/** A column of a file. The fields of a group are columns of their own. */
interface FileColumn {
  /** The name in the file: `name`, `shipping.weight`. */
  readonly name: string;
  readonly path: readonly string[];
  /** Undefined for a field that the table does not define, whose cells are JSON or text. */
  readonly field: FieldDescription | undefined;
}

/**
 * Reads the rows of a table from CSV. Its first line has the names of the columns.
 *
 * @param table The table of the rows: its name, or the definition of a table of your own.
 * @param text The CSV, with commas, semicolons or tabs.
 * @throws A TypeError if the text is not CSV, or has wrong columns.
 * @throws An {@link InvalidRecordError} if cells have wrong values. The path of an issue has the line and the column.
 * @example
 * ```ts
 * mock.importRows(parseCsv('taxes', 'name,rate\nVAT,19\n'));
 * ```
 */
export function parseCsv(table: TableName | TableDefinition, text: string, options: CsvOptions = {}): SeedRows {
  assertOptionNames<CsvOptions>('parseCsv', options, { columns: true });
  const { columns: renamed = {} } = options;
  const name = tableNameOf(table);
  const [header, ...records] = parseRecords(text);
  if (!header) throw new TypeError('line 1: must have the names of the columns, received an empty file');
  const columns = readHeader(name, header, renamed);
  const issues: Issue[] = [];
  const rows = records.map(({ line, cells }) => {
    if (cells.length !== columns.length) {
      throw new TypeError(`line ${line}: must have ${columns.length} cells like line 1, received ${cells.length}`);
    }
    const row = {};
    setLine(row, line);
    for (const [index, cell] of cells.entries()) {
      const { name, path, field } = columns[index] as FileColumn;
      try {
        setPath(row, path, parseCell(cell, field));
      } catch (error) {
        if (!(error instanceof TypeError)) throw error;
        issues.push({ path: `line ${line}.${name}`, message: error.message });
      }
    }
    return row;
  });
  if (issues.length > 0) throw new InvalidRecordError(name, issues.slice(0, maxBadRows));
  return { [name]: rows };
}

/** Writes the rows of a table as CSV that {@link parseCsv} reads back. */
export function formatCsv(table: TableName, rows: readonly object[]): string {
  const known = columnsOf(table);
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const isKnown = (name: string) => known.some(({ path: [first] }) => first === name);
  const open = [...names].filter((name) => !isKnown(name)).map(openColumn);
  const columns = [...known, ...open];
  const lines = [
    columns.map(({ name }) => quoteCell(protect(name))),
    ...rows.map((row) => columns.map(({ path, field }) => formatCell(valueAt(row, path), field))),
  ];
  return lines.map((cells) => `${cells.join()}\r\n`).join('');
}

function columnsOf(table: string): readonly FileColumn[] {
  return Object.entries(fieldsOf(columnsMetadata(table).row)).flatMap(([name, field]) => {
    if (field.kind.type !== 'group') return { name, path: [name], field };
    return Object.entries(field.kind.fields).map(([key, part]) => ({
      name: `${name}.${key}`,
      path: [name, key],
      field: part,
    }));
  });
}

/** A table of your own has open fields and the columns of every table, like payment terms. */
function columnsMetadata(table: string): TableMetadata<TableName> {
  return metadata[isTableName(table) ? table : 'paymentTerms'];
}

function openColumn(name: string): FileColumn {
  return { name, path: [name], field: undefined };
}

/** @throws A TypeError if a column is unknown, repeated or missing. */
function readHeader(table: string, { cells }: CsvRecord, renamed: Readonly<Record<string, string>>) {
  const known = columnsOf(table);
  const given = cells.map(({ text }) => unprotect(text));
  const unused = Object.keys(renamed).find((name) => !given.includes(name));
  if (unused !== undefined) throw new TypeError(`columns: the file has no column ${preview(unused)}`);
  const columns = given.map((name) => {
    const target = Object.hasOwn(renamed, name) ? String(renamed[name]) : name;
    const found = known.find((each) => each.name === target);
    if (found || (columnsMetadata(table).hasOpenFields && target !== '')) return found ?? openColumn(target);
    const valid = listValid(
      'columns',
      target,
      known.map((each) => each.name),
    );
    throw new TypeError(`line 1: Unknown column ${preview(target)} of ${table}.${valid}`);
  });
  const names = columns.map(({ name }) => name);
  const unique = new Set<string>();
  const repeated = names.find((name) => unique.size === unique.add(name).size);
  if (repeated !== undefined) throw new TypeError(`line 1: the column ${preview(repeated)} occurs twice`);
  const { defaults } = columnsMetadata(table);
  const required = known.filter(({ path: [name = ''] }) => !isGenerated(name) && !(name in defaults));
  const missing = required.filter(({ name }) => !names.includes(name)).map(({ name }) => name);
  // With ids, the rows can be changes of existing rows.
  if (missing.length > 0 && !names.includes('id')) {
    throw new TypeError(`line 1: columns of ${table} are missing: ${missing.join(', ')}`);
  }
  return columns;
}

/** @throws A TypeError if a cell has no value of its column. The table checks the rest. */
function parseCell({ text, isQuoted }: CsvCell, field: FieldDescription | undefined): unknown {
  if (!field) return parseOpenCell(text, isQuoted);
  const { kind, isNullable } = field;
  if (text === '' && !(isQuoted && kind.type === 'text')) return isNullable ? null : undefined;
  switch (kind.type) {
    case 'number':
      if (/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return Number(text);
      throw new TypeError(`must be a number like 1234.5, received ${preview(text)}`);
    case 'boolean':
      if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === 'true';
      throw new TypeError(`must be true or false, received ${preview(text)}`);
    case 'list': {
      const list = parseJson(text);
      if (Array.isArray(list) || (list === null && isNullable)) return list;
      throw new TypeError(`must be a JSON array like ["a", "b"], received ${preview(text)}`);
    }
    default:
      return unprotect(text);
  }
}

/** Texts of digits stay texts if they are in quotes, or if they are no exact numbers. */
function parseOpenCell(text: string, isQuoted: boolean): unknown {
  if (text === '') return isQuoted ? '' : undefined;
  const json = isQuoted && !/^[{["]/.test(text) ? undefined : parseJson(text);
  if (json === undefined) return unprotect(text);
  const isDecimal = Number.isFinite(json) && !Number.isInteger(json);
  const isExact = typeof json !== 'number' || isDecimal || Number.isSafeInteger(json) || String(json) === text;
  return isExact ? json : unprotect(text);
}

function formatCell(value: unknown, field: FieldDescription | undefined): string {
  if (value === undefined || (value === null && field)) return '';
  const isText = typeof value === 'string' && (field !== undefined || (value !== '' && parseJson(value) === undefined));
  return quoteCell(isText ? protect(value) : JSON.stringify(value).replace(innerFormula, '\\u003b'));
}

/** Begins a formula. Spreadsheets ignore white space before it, and some of them accept the wide characters of Asia. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

/**
 * Precedes a formula inside a text. A spreadsheet that expects semicolons begins a cell after each of them, and a line
 * after each line break, because it does not know the quotes of a cell that follows a comma.
 */
const innerFormula = /[;\t\r\n](?=["'\s]*[=+\-@＝＋－＠])/g;
const protectedFormula = /([;\t\r\n])'(?=["'\s]*[=+\-@＝＋－＠])/g;

/** Puts an apostrophe before each part of a text that a spreadsheet would run as a formula, or that looks like one. */
function protect(text: string): string {
  const inner = text.replace(innerFormula, "$&'");
  return formula.test(text) ? `'${inner}` : inner;
}

function unprotect(text: string): string {
  const outer = text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
  return outer.replace(protectedFormula, '$1');
}

function valueAt(row: object, [name = '', key]: readonly string[]): unknown {
  const value = column(row, name);
  return key === undefined || !isObject(value) ? value : value[key];
}

function setPath(row: Record<string, unknown>, [name = '', key]: readonly string[], value: unknown): void {
  if (value === undefined) return;
  const group = column(row, name);
  if (key === undefined) setField(row, name, value);
  else setField(row, name, { ...(isObject(group) ? group : {}), [key]: value });
}
