/** CSV as RFC 4180 defines it. Files of spreadsheets can have semicolons or tabs in place of commas. */

import { preview } from '../../src/contract/printable.ts';

export interface CsvRecord {
  /** The line that the record begins at, counted from 1. */
  readonly line: number;
  readonly cells: readonly CsvCell[];
}

export interface CsvCell {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** @throws A TypeError if JavaScript passes something else than a text, for example the bytes of a file. */
export function assertText(text: unknown): void {
  if (typeof text !== 'string') throw new TypeError(`text: must be a string, received ${preview(text)}`);
}

/**
 * Yields the records of a text, without lines of empty cells.
 *
 * @throws A TypeError if a quote is broken.
 */
export function* parseRecords(text: string): Generator<CsvRecord> {
  assertText(text);
  const { separator, ...start } = findSeparator(text);
  const unquoted = new RegExp(`[^\\${separator}\\r\\n]*`, 'y');
  const spaces = / */y;
  const lineBreak = /\r\n?|\n/y;
  let { line } = start;
  for (let { at } = start; at < text.length; ) {
    const record = { line, cells: [] as CsvCell[] };
    for (let isComplete = false; !isComplete; ) {
      const place = `line ${line}, column ${record.cells.length + 1}`;
      const quote = matchAt(spaces, text, at);
      const isQuoted = text[quote] === '"';
      const close = isQuoted ? findQuote(text, quote, place) : matchAt(unquoted, text, at);
      const cell = isQuoted ? text.slice(quote + 1, close - 1).replaceAll('""', '"') : text.slice(at, close);
      const end = isQuoted ? matchAt(spaces, text, close) : close;
      const next = matchAt(lineBreak, text, end);
      if ((!isQuoted && cell.includes('"')) || (end === next && end < text.length && text[end] !== separator)) {
        throw new TypeError(`${place}: must have quotes around the whole cell, and each quote in it twice: "5"" pipe"`);
      }
      record.cells.push({ text: cell, isQuoted });
      line += cell.match(/\r\n?|\n/g)?.length ?? 0;
      isComplete = end < next || end === text.length;
      at = isComplete ? next : end + 1;
    }
    line += 1;
    if (!record.cells.every(isEmptyCell)) yield record;
  }
}

/** Whether a cell has no value. An empty text in quotes is one. */
function isEmptyCell({ text, isQuoted }: CsvCell): boolean {
  return !isQuoted && text.trim() === '';
}

/** Writes a cell. An empty text in quotes is a text, and an empty cell is not. */
export function quoteCell(text: string): string {
  return text === '' || /[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Begins a formula. Spreadsheets ignore white space before it, and some of them accept the wide characters of Asia. */
const formula = /^'*[=+\-@\t\r\n＝＋－＠]/;

/**
 * Precedes a formula inside a text. A spreadsheet that expects semicolons begins a cell after each of them, and a line
 * after each line break, because it does not know the quotes of a cell that follows a comma.
 */
export const innerFormula = /[;\t\r\n](?=["'\s]*[=+\-@＝＋－＠])/g;
const protectedFormula = /([;\t\r\n])'(?=["'\s]*[=+\-@＝＋－＠])/g;

/** Puts an apostrophe before each part of a text that a spreadsheet would run as a formula, or that looks like one. */
export function protect(text: string): string {
  const inner = text.replace(innerFormula, "$&'");
  return formula.test(text) ? `'${inner}` : inner;
}

/** Returns the text that {@link protect} got. */
export function unprotect(text: string): string {
  const outer = text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
  return outer.replace(protectedFormula, '$1');
}

/** The first line of some files for Excel, which names the separator: `sep=;`. */
const separatorLine = /^\ufeff?"?sep=([^\w" \r\n])"?(?:\1| )*(?:\r\n?|\n|$)/i;

/**
 * Returns the separator, and the index and the line at which the records begin. The first line names the separator, or
 * has the first possible one after a cell. The name of a column is short.
 */
function findSeparator(text: string): { readonly separator: string; readonly at: number; readonly line: number } {
  // On megabytes without a closing quote, the pattern exceeds the call stack.
  const beginning = text.slice(0, 10_000);
  const [first = '', named] = separatorLine.exec(beginning) ?? [];
  if (named !== undefined) return { separator: named, at: first.length, line: 2 };
  const [, separator = ','] = /^\ufeff?(?: *"(?:[^"]|"")*" *|[^",;\t\r\n]*)([,;\t])/.exec(beginning) ?? [];
  return { separator, at: text.startsWith('\ufeff') ? 1 : 0, line: 1 };
}

/** Returns the index after the quote that ends a cell. */
function findQuote(text: string, start: number, place: string): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && text[end + 1] === '"') end = text.indexOf('"', end + 2);
  if (end === -1) throw new TypeError(`${place}: the quote of the cell is never closed`);
  return end + 1;
}

/** Returns the index after a match that begins at an index, or that index. */
function matchAt(pattern: RegExp, text: string, index: number): number {
  pattern.lastIndex = index;
  return index + (pattern.exec(text)?.[0].length ?? 0);
}
