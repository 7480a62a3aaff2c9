import { preview } from '../../src/contract/printable.ts';
import type { Issue } from '../../src/contract/validate.ts';
import { isObject } from '../shared/json.ts';
import { InvalidRecordError } from '../store/errors.ts';
import { column, omit } from '../store/fields.ts';
import { metadata } from '../store/metadata.ts';
import type { Row } from '../store/row-map.ts';
import type { TableName } from '../store/row-types.ts';
import type { TableSchema } from '../store/table-schema.ts';

const externalIds = ['id_crm', 'id_erp', 'id_accounting'] as const;

/** A column of rows in files that refers to a record by an external id. */
export interface ExternalReference {
  /** The name of the column: `customer.id_erp`. */
  readonly name: string;
  /** The column of the table that has the id of the record: `customer_id`. */
  readonly field: string;
  readonly target: TableName;
  readonly externalId: (typeof externalIds)[number];
}

/** Whether a column has the name of an {@link ExternalReference}. */
export function isExternalReference(name: string): boolean {
  return externalIds.some((each) => name.endsWith(`.${each}`));
}

/** Returns the columns by which rows in files can refer to records, from the foreign keys of their table. */
export function externalReferences(
  foreignKeys: Iterable<readonly [field: string, target: TableName]>,
): readonly ExternalReference[] {
  return Array.from(foreignKeys)
    .filter(([field, target]) => field.endsWith('_id') && metadata[target]?.columns.includes('id_erp'))
    .flatMap(([field, target]) =>
      externalIds.map((externalId) => ({
        name: `${field.slice(0, -'_id'.length)}.${externalId}`,
        field,
        target,
        externalId,
      })),
    );
}

/** Finds the records that rows of a seed or an import refer to by external ids. */
export class ExternalIds {
  readonly #schema: TableSchema;
  readonly #rowsOf: (table: TableName) => Iterable<Row>;
  readonly #workspace: string;
  readonly #references = new Map<TableName, readonly ExternalReference[]>();
  /** The ids of the rows of a table with an external id in a workspace. */
  readonly #indexes = new Map<string, ReadonlyMap<string, readonly string[]>>();

  /**
   * @param rowsOf Returns the rows of a table, which do not change once a later table refers to them.
   * @param workspace The workspace of rows that do not name one.
   */
  constructor(schema: TableSchema, rowsOf: (table: TableName) => Iterable<Row>, workspace: string) {
    this.#schema = schema;
    this.#rowsOf = rowsOf;
    this.#workspace = workspace;
  }

  /**
   * Returns a row with ids in place of external ids.
   *
   * @throws An {@link InvalidRecordError} if no record or several ones have an external id.
   */
  resolve<Fields extends object>(table: TableName, row: Fields): Fields {
    const isGiven = ({ name }: ExternalReference) => column(row, name) !== undefined;
    // The table rejects what is not a row.
    const references = isObject(row) ? this.#referencesOf(table).filter(isGiven) : [];
    if (references.length === 0) return row;
    const ids: Record<string, unknown> = {};
    const issues: Issue[] = [];
    for (const reference of references) {
      const { name, field } = reference;
      const before = ids[field] ?? column(row, field) ?? null;
      const found = column(row, name) === null ? before : this.#find(reference, row, issues);
      if (before !== null && found !== undefined && String(before).toLowerCase() !== found) {
        issues.push({ path: name, message: `must be that of the same record as ${field} and its other columns` });
      }
      ids[field] = found;
    }
    if (issues.length > 0) throw new InvalidRecordError(table, issues);
    const names: readonly string[] = references.map(({ name }) => name);
    return { ...omit(row, ...(names as readonly (keyof Fields)[])), ...ids } as Fields;
  }

  #referencesOf(table: TableName): readonly ExternalReference[] {
    const known = this.#references.get(table) ?? externalReferences(this.#schema.foreignKeys[table]);
    this.#references.set(table, known);
    return known;
  }

  /** Returns the id of the record that a row refers to. Adds an issue if it is not exactly one. */
  #find({ name, target, externalId }: ExternalReference, row: object, issues: Issue[]): string | undefined {
    const value = column(row, name);
    const workspace = String(column(row, 'workspace_id') ?? this.#workspace).toLowerCase();
    const ids = this.#index(target, externalId).get(`${workspace} ${String(value)}`) ?? [];
    if (typeof value === 'string' && ids.length === 1) return ids[0];
    const { label } = this.#schema.metadata[target];
    const received = ids.length > 1 ? `that of ${ids.length}` : preview(value);
    const message = `must be the ${externalId} of one ${label} in this workspace, received ${received}`;
    issues.push({ path: name, message });
    return undefined;
  }

  #index(table: TableName, externalId: string): ReadonlyMap<string, readonly string[]> {
    const key = `${table} ${externalId}`;
    const known = this.#indexes.get(key);
    if (known) return known;
    const index = new Map<string, string[]>();
    for (const row of this.#rowsOf(table)) {
      const value = column(row, externalId);
      if (typeof value !== 'string') continue;
      const place = `${String(column(row, 'workspace_id'))} ${value}`;
      const ids = index.get(place);
      if (ids) ids.push(row.id);
      else index.set(place, [row.id]);
    }
    this.#indexes.set(key, index);
    return index;
  }
}
