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
import { type CsvCell, type CsvRecord, innerFormula, parseRecords, protect, quoteCell, unprotect } from './csv.ts';
import { type ExternalReference, externalReferences, isExternalReference } from './external-ids.ts';
import { maxBadRows, setLine } from './row-lines.ts';
import type { SeedRows } from './seed.ts';

/** Options of {@link parseCsv}. */
export interface CsvOptions {
  /**
   * The columns of the table that columns of the file stand for, or null to ignore a column of the file:
   * `{ 'Customer No.': 'id_erp', Note: null }`.
   */
  readonly columns?: Readonly<Record<string, string | null>> | undefined;
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
 * Reads the rows of a table from CSV. Its first line has the names of the columns. Instead of `customer_id`, a file can
 * have a column like `customer.id_erp`, with an external id of the customer.
 *
 * @param table The table of the rows: its name, or the definition of your own table.
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
  const name = tableNameOf(table);
  const [first, ...records] = parseRecords(text);
  if (!first) throw new TypeError('line 1: must have the names of the columns, received an empty file');
  const header = readHeader(name, first, targetsOf(options.columns));
  const issues: Issue[] = [];
  const rows = records.map((record) => readRow(record, header, issues));
  if (issues.length > 0) throw new InvalidRecordError(name, issues.slice(0, maxBadRows));
  return { [name]: rows };
}

/** Returns the names of the columns that a CSV file of a table can have, and whether it can have others. */
export function csvColumnsOf(table: string): { readonly names: readonly string[]; readonly isOpen: boolean } {
  const { hasOpenFields, foreignKeys } = columnsMetadata(table);
  const references = externalReferences(Object.entries(foreignKeys));
  return { names: [...columnsOf(table), ...references].map(({ name }) => name), isOpen: hasOpenFields };
}

/** Returns the names of the columns of a CSV file. */
export function readColumnNames(text: string): readonly string[] {
  const [header] = parseRecords(text);
  return header?.cells.map(({ text }) => unprotect(text.trim())) ?? [];
}

/**
 * Reads a row, and adds the issues of its cells.
 *
 * @throws A TypeError if it has too few cells, or values without a column.
 */
function readRow({ line, cells }: CsvRecord, header: Header, issues: Issue[]): object {
  const { columns, width } = header;
  if (cells.length < width) {
    throw new TypeError(`line ${line}: must have ${width} cells like line ${header.line}, received ${cells.length}`);
  }
  const row = {};
  setLine(row, line);
  for (const [index, cell] of cells.entries()) {
    const column = columns[index];
    if (column === undefined && cell.text.trim() !== '') {
      const reason = `because line ${header.line} has no name for it, received ${preview(cell.text)}`;
      const advice = 'Name the column, or put quotes around a cell that contains the separator.';
      throw new TypeError(`line ${line}, column ${index + 1}: must be empty, ${reason}. ${advice}`);
    }
    if (!column) continue;
    const { name, path, field } = column;
    try {
      setPath(row, path, parseCell(cell, field));
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      issues.push({ path: `line ${line}.${name}`, message: error.message });
    }
  }
  return row;
}

/** Writes the rows of a table as CSV that {@link parseCsv} reads back. */
export function formatCsv(table: TableName, rows: readonly object[]): string {
  const known = columnsOf(table);
  const names = new Set(rows.flatMap((row) => Object.keys(row)));
  const isKnown = (name: string) => known.some(({ path: [first] }) => first === name);
  const open = [...names].filter((name) => !isKnown(name)).map((name) => openColumn(table, name));
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

/** Your own tables have open fields and the columns of every table, like payment terms. */
function columnsMetadata(table: string): TableMetadata<TableName> {
  return metadata[isTableName(table) ? table : 'paymentTerms'];
}

/** An external id in one of your own tables is a text. Its digits are no number. */
function openColumn(table: string, name: string): FileColumn {
  const isText = !isTableName(table) && isExternalReference(name);
  return { name, path: [name], field: isText ? nullableText : undefined };
}

const nullableText: FieldDescription = {
  kind: { type: 'text', format: undefined },
  isRequired: false,
  isNullable: true,
};

/** An empty cell clears a reference that can be null. */
function referenceColumn(table: string, { name, field }: ExternalReference): FileColumn {
  const { isNullable = false } = fieldsOf(columnsMetadata(table).row)[field] ?? {};
  return { name, path: [name], field: { ...nullableText, isNullable } };
}

/** The line of a file that has the names of its columns. */
interface Header {
  readonly line: number;
  /** Null stands for a column to ignore, and undefined for one without a name, whose cells are empty. */
  readonly columns: readonly (FileColumn | null | undefined)[];
  /** The number of cells that each row has at least. */
  readonly width: number;
}

/**
 * Returns the option `columns`.
 *
 * @throws A TypeError if it has another value than names and null.
 */
function targetsOf(columns: CsvOptions['columns'] = {}): ReadonlyMap<string, string | null> {
  if (!isObject(columns)) throw new TypeError(`columns: must be an object, received ${preview(columns)}`);
  const entries = Object.entries(columns);
  const wrong = entries.find(([, target]) => target !== null && typeof target !== 'string');
  if (!wrong) return new Map(entries.map(([name, target]) => [name.trim(), target]));
  const [name, target] = wrong;
  throw new TypeError(`columns: ${preview(name)} must be a column or null, received ${preview(target)}`);
}

/** @throws A TypeError if a column is unknown, repeated or missing. */
function readHeader(table: string, { line, cells }: CsvRecord, targets: ReadonlyMap<string, string | null>): Header {
  const { hasOpenFields, defaults } = columnsMetadata(table);
  const references = externalReferences(Object.entries(columnsMetadata(table).foreignKeys));
  const known = [...columnsOf(table), ...references.map((each) => referenceColumn(table, each))];
  // In quotes, the name of a field that the table does not define can begin with a space.
  const given = cells.map(({ text, isQuoted }) => unprotect(isQuoted && hasOpenFields ? text : text.trim()));
  const unused = [...targets.keys()].find((name) => !given.some((each) => each.trim() === name));
  if (unused !== undefined) throw new TypeError(`columns: the file has no column ${preview(unused)}`);
  const columns = given.map((name) => {
    const target = targets.get(name.trim());
    const wanted = target ?? name;
    if (target === null || wanted === '') return target === null ? null : undefined;
    const found = known.find((each) => each.name === wanted);
    if (found || hasOpenFields) return found ?? openColumn(table, wanted);
    const names = known.map((each) => each.name);
    const valid = listValid('columns', wanted, names);
    throw new TypeError(`line ${line}: Unknown column ${preview(wanted)} of ${table}.${valid}`);
  });
  const names = columns.flatMap((each) => each?.name ?? []);
  const unique = new Set<string>();
  const repeated = names.find((name) => unique.size === unique.add(name).size);
  if (repeated !== undefined) throw new TypeError(`line ${line}: the column ${preview(repeated)} occurs twice`);
  const filled = new Set([...names, ...references.flatMap(({ name, field }) => (names.includes(name) ? [field] : []))]);
  const required = columnsOf(table).filter(({ path: [name = ''] }) => !isGenerated(name) && !(name in defaults));
  const missing = required.filter(({ name }) => !filled.has(name)).map(({ name }) => name);
  // With ids, the rows can be changes of existing rows.
  if (missing.length > 0 && !filled.has('id')) {
    throw new TypeError(`line ${line}: columns of ${table} are missing: ${missing.join(', ')}`);
  }
  return { line, columns, width: columns.findLastIndex((each) => each !== undefined) + 1 };
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
      throw new TypeError(`must be a JSON array like ${exampleOf(kind.element)}, received ${preview(text)}`);
    }
    default:
      return unprotect(text);
  }
}

/** Returns an example of a list as JSON. */
function exampleOf({ kind }: FieldDescription): string {
  const values = kind.type === 'enum' ? kind.values : ['a', 'b'];
  if (kind.type !== 'group')
    return `[${values
      .slice(0, 2)
      .map((value) => JSON.stringify(value))
      .join(', ')}]`;
  const fields = Object.keys(kind.fields).map((name) => `${JSON.stringify(name)}: "…"`);
  return `[{${fields.join(', ')}}]`;
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
