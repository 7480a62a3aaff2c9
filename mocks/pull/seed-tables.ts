import * as z from 'zod/mini';
import { isObject } from '../shared/json.ts';
import { normalizeIds } from '../store/ids.ts';
import { metadata } from '../store/metadata.ts';
import type { TableName } from '../store/row-types.ts';
import { isGenerated } from '../store/specified-tables.ts';

/** Values of a seed that are not those of the service. */
export interface Placeholders {
  readonly table: TableName;
  /** The ids of the rows. Omitted if all rows of the table have such values. */
  readonly ids?: readonly string[];
  /** The columns. Omitted if whole rows are placeholders. */
  readonly fields?: readonly string[];
  readonly reason: string;
}

/** The fields of a record. Their values are not validated. */
type Fields = Readonly<Record<string, unknown>>;

/** The values of required columns that the service does not show. */
const placeholders: Readonly<Partial<Record<TableName, Fields>>> = {
  customers: { name: 'Placeholder', type: 'company' },
  contacts: { first_name: 'Placeholder', last_name: 'Placeholder', email: 'placeholder@customer.example' },
  addresses: {
    type: 'billing',
    address_line1: 'Placeholder',
    city: 'Placeholder',
    postal_code: '00000',
    country: 'US',
  },
  categories: { name: 'Placeholder' },
  catalogs: { name: 'Placeholder' },
  pricebooks: { name: 'Placeholder' },
  productParents: { name: 'Placeholder', recurrence_type: 'one_off' },
  products: { name: 'Placeholder' },
};

/** The rows of a seed. They have only values that the mock can store. */
export class SeedTables {
  readonly #rows = new Map<TableName, Fields[]>();
  /** Each `api_name` that is in use, after the name of its table. */
  readonly #apiNames = new Set<string>();
  /** The rows with placeholders, by table and columns. */
  readonly #marked = new Map<
    string,
    { readonly table: TableName; readonly fields: string[]; readonly ids: string[] }
  >();

  rows(table: TableName): readonly Fields[] {
    return this.#rows.get(table) ?? [];
  }

  has(table: TableName, id: string): boolean {
    return this.rows(table).some((row) => row['id'] === id);
  }

  /** Adds a record of the service. Values that the mock cannot store become placeholders. */
  add(table: TableName, record: Fields): void {
    const changed = this.#insert(table, record);
    if (changed.length > 0) this.mark(table, String(record['id']), changed);
  }

  /** Adds a placeholder for a record that the service does not return. */
  addMissing(table: TableName, id: string, known: Fields = {}): void {
    this.#insert(table, { ...known, id });
    this.mark(table, id, []);
  }

  /** Marks columns of a row as placeholders. No columns stand for the whole row. */
  mark(table: TableName, id: string, fields: string[]): void {
    const key = [table, ...fields].join(' ');
    const marked = this.#marked.get(key) ?? { table, fields, ids: [] };
    marked.ids.push(id.toLowerCase());
    this.#marked.set(key, marked);
  }

  /** Describes the placeholders. */
  placeholders(): readonly Placeholders[] {
    return Array.from(this.#marked.values(), ({ table, fields, ids }) =>
      fields.length === 0
        ? { table, ids, reason: 'Records refer to these ids, but the service does not return the records.' }
        : { table, ids, fields, reason: 'The service returned no value that the mock can store.' },
    );
  }

  /** Inserts a row, and returns the columns that have placeholders. */
  #insert(table: TableName, record: Fields): string[] {
    const { columns, fields, defaults, hasOpenFields, uniqueApiName } = metadata[table];
    const row: Record<string, unknown> = hasOpenFields ? { ...record } : {};
    const changed: string[] = [];
    for (const name of columns) {
      const { value, isKept } = storable(fields[name], record[name]);
      const isRequired = !isGenerated(name) && !(name in defaults);
      const stored = value ?? (isRequired ? this.#placeholder(table, name, record) : undefined);
      if (!isKept || (isRequired && value === undefined)) changed.push(name);
      // The workspace is that of the mock's token.
      if (stored === undefined || name === 'workspace_id') Reflect.deleteProperty(row, name);
      else row[name] = stored;
    }
    if (uniqueApiName && this.#apiNames.has(`${table} ${row['api_name']}`)) {
      row['api_name'] = this.#placeholder(table, 'api_name', record);
      changed.push('api_name');
    }
    this.#apiNames.add(`${table} ${row['api_name']}`);
    const { created_at, updated_at } = row;
    if (typeof created_at === 'string' && typeof updated_at === 'string' && updated_at < created_at) {
      row['updated_at'] = created_at;
    }
    const rows = this.#rows.get(table) ?? [];
    rows.push(normalizeIds(metadata[table], row));
    this.#rows.set(table, rows);
    return changed;
  }

  #placeholder(table: TableName, name: string, { id }: Fields): unknown {
    // Each is different, because an `api_name` is unique.
    if (name === 'api_name') return `placeholder_${String(id).toLowerCase().replaceAll('-', '')}`;
    return placeholders[table]?.[name];
  }
}

/** Returns the part of a value that a column can have, and whether this is the whole value. */
function storable(
  schema: z.core.$ZodType | undefined,
  value: unknown,
): { readonly value: unknown; readonly isKept: boolean } {
  if (!schema || value === undefined) return { value: undefined, isKept: true };
  const result = z.safeParse(schema, value);
  if (result.success) return { value: result.data, isKept: true };
  // Some services return null for a text that was never set.
  if (value === null) return { value: undefined, isKept: true };
  const wrong = new Set(result.error.issues.map(({ path: [part = ''] }) => String(part)));
  // The whole value is wrong, for example a list in place of a text.
  if (wrong.has('')) return { value: undefined, isKept: false };
  if (Array.isArray(value)) {
    return { value: value.filter((_, index) => !wrong.has(String(index))), isKept: false };
  }
  if (!isObject(value)) return { value: undefined, isKept: false };
  const entries = Object.entries(value).filter(([name]) => !wrong.has(name));
  return {
    value: Object.fromEntries(entries),
    isKept: Object.keys(value).every((name) => !wrong.has(name) || value[name] === null),
  };
}
