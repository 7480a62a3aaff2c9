import { parseRecords } from '../../../seed/csv.ts';
import type { SeedRows } from '../../../seed/seed.ts';
import { csvColumnsOf, parseCsv, readColumnNames } from '../../../seed/table-csv.ts';
import { errorMessage } from '../../../shared/errors.ts';
import { InvalidRecordError } from '../../../store/errors.ts';
import type { TableName } from '../../../store/row-types.ts';
import { fold } from '../../../store/text-matcher.ts';

/** A CSV file of the user. */
export interface CsvFile {
  readonly text: string;
  readonly columns: readonly CsvFileColumn[];
}

interface CsvFileColumn {
  readonly name: string;
  /** The cell of the first row. */
  readonly example: string;
}

/** The column of the table for each column of a file, or null to ignore it. */
export type CsvMapping = Readonly<Record<string, string | null>>;

/**
 * Reads the columns of a CSV file.
 *
 * @throws A TypeError if the text is not CSV.
 */
export function readCsvFile(text: string): CsvFile {
  const [, first] = firstRecords(text);
  const columns = readColumnNames(text).map((name, index) => ({ name, example: first?.cells[index]?.text ?? '' }));
  return { text, columns: columns.filter(({ name }) => name !== '') };
}

function firstRecords(text: string) {
  const records = parseRecords(text);
  return [records.next().value, records.next().value];
}

/** Maps the columns of a file by their names: `E-Mail` is `email`, and `First name` is `first_name`. */
export function guessMapping({ columns }: CsvFile, table: TableName): CsvMapping {
  const { names, isOpen } = csvColumnsOf(table);
  const free = new Set(names);
  const take = (name: string | undefined) => {
    if (name !== undefined) free.delete(name);
    return name;
  };
  const exact = new Map(columns.map(({ name }) => [name, take(names.find((each) => each === name))]));
  return Object.fromEntries(
    columns.map(({ name }) => {
      const similar = () => take([...free].find((each) => simplify(each) === simplify(name)));
      return [name, exact.get(name) ?? similar() ?? (isOpen ? name : null)];
    }),
  );
}

/** Returns a name without case, accents, spaces and separators. */
function simplify(name: string): string {
  return fold(name).replace(/[^\p{L}\p{N}]/gu, '');
}

/** The rows of a file, or the reason why it has none. */
export type ParsedCsv =
  | { readonly rows: SeedRows }
  | { readonly rows?: undefined; readonly error: string }
  | { readonly rows?: undefined; readonly problems: InvalidRecordError };

export function parseCsvFile({ text }: CsvFile, table: TableName, columns: CsvMapping): ParsedCsv {
  try {
    return { rows: parseCsv(table, text, { columns }) };
  } catch (error) {
    return error instanceof InvalidRecordError ? { problems: error } : { error: errorMessage(error) };
  }
}
