import type { Issue } from '../../src/contract/validate.ts';
import { type ConstraintViolations, InvalidRecordError } from './errors.ts';
import { column, deletedAt } from './fields.ts';
import { findPrice, hasDefaultProduct, isReplaceable, missingPrices } from './product-rules.ts';
import { type AnyRow, foreignKeyIssues } from './references.ts';
import type { Row } from './row-map.ts';
import { byPosition } from './row-order.ts';
import type { Rows, TableName } from './row-types.ts';
import type { RowWrite } from './row-writes.ts';
import type { Table } from './table.ts';
import type { ReadableTables } from './tables.ts';

/**
 * Returns the constraints that a row violates, except the schema.
 *
 * @param previous The row before the change. Undefined for an insertion.
 */
export function violationsOf<Name extends TableName>(
  name: Name,
  row: Rows[Name],
  tables: ReadableTables,
  previous: Rows[Name] | undefined,
  acyclic?: Set<string>,
): ConstraintViolations {
  const table = tables.schema.metadata[name];
  const { label, uniqueApiName } = table;
  const ruled = rules[name]?.(row, tables, previous);
  const issues = foreignKeyIssues(name, row, previous, tables, acyclic);
  const isTaken = uniqueApiName && isApiNameTaken(tables.table(name), row);
  const taken = isTaken && { path: 'api_name', message: `is already used by another ${label.toLowerCase()}` };
  const unique = ruled?.unique ?? noIssues;
  return {
    fields: timestampIssues(row, deletedAt(table, row)),
    // A rule reads the rows that a row refers to, so it applies only if they exist.
    foreignKeys: issues.length > 0 ? issues : (ruled?.foreignKeys ?? noIssues),
    unique: taken ? [taken, ...unique] : unique,
  };
}

/** Returns the issues of a stored row with the constraints, except the schema. */
function issuesOf<Name extends TableName>(
  name: Name,
  row: Rows[Name],
  tables: ReadableTables,
  acyclic: Set<string>,
): readonly Issue[] {
  const violations = violationsOf(name, row, tables, row, acyclic);
  const { fields = noIssues, foreignKeys = noIssues, unique = noIssues } = violations;
  return fields.length + foreignKeys.length + unique.length === 0 ? noIssues : [...fields, ...foreignKeys, ...unique];
}

/**
 * Yields the rows of a table that violate constraints after changes, except the schema, and the issues of each.
 *
 * @param changed The changed rows, as they were before and as they are now.
 */
export function* invalidRows<Name extends TableName>(
  name: Name,
  tables: ReadableTables,
  changed: Iterable<Row>,
): Iterable<{ readonly row: Rows[Name]; readonly issues: readonly Issue[] }> {
  const acyclic = new Set<string>();
  for (const row of affectedRows(name, tables, changed)) {
    const issues = issuesOf(name, row, tables, acyclic);
    if (issues.length > 0) yield { row, issues };
  }
}

/**
 * Checks written rows, and those that the writes can have made invalid.
 *
 * @throws An {@link InvalidRecordError} for the first row that violates a constraint.
 */
export function assertValid(tables: ReadableTables, writes: readonly RowWrite[]): void {
  for (const name of new Set(writes.map(({ table }) => table))) {
    // A transaction also writes to hidden tables.
    if (!tables.schema.has(name)) continue;
    const own = writes.filter(({ table }) => table === name);
    const changed = own.flatMap(({ id, before }) => [before, tables.table(name).get(id)]);
    const rows = changed.filter((row) => row !== undefined);
    for (const { issues } of invalidRows(name, tables, rows)) throw new InvalidRecordError(name, issues);
  }
}

/**
 * Returns the rows of a table that changes can make invalid, in order: the changed rows, those that must differ from
 * them, and their ancestors. To check the whole table instead takes 18 ms for 34,000 customers.
 */
function affectedRows<Name extends TableName>(
  name: Name,
  tables: ReadableTables,
  changed: Iterable<Row>,
): readonly Rows[Name][] {
  const table = tables.table(name);
  const affected = new Set<Rows[Name]>();
  const parents = tables.schema.foreignKeys[name].flatMap(([field, target]) => (target === name ? [field] : []));
  const add = (id: unknown) => {
    const row = typeof id === 'string' ? table.get(id) : undefined;
    if (row) affected.add(row);
  };
  for (const { id } of changed) add(id);
  // A set also yields the rows that are added meanwhile.
  for (const row of affected) for (const field of parents) add(column(row, field));
  for (const field of groupColumns(name, tables)) {
    for (const value of new Set(Array.from(changed, (row) => column(row, field)))) {
      if (typeof value === 'string') for (const row of table.where(field, value)) affected.add(row);
    }
  }
  return [...affected].sort(byPosition);
}

/**
 * Checks all rows against the constraints, except the schema.
 *
 * @throws An {@link InvalidRecordError} for the first row that violates one.
 */
export function assertIntegrity(tables: ReadableTables): void {
  const assertTable = <Name extends TableName>(name: Name) => {
    const acyclic = new Set<string>();
    for (const row of tables.table(name).values()) {
      const issues = issuesOf(name, row, tables, acyclic);
      const missing = missingPrices(name, row, tables);
      if (issues.length + missing.length === 0) continue;
      const missingIssues = missing.map(({ product_id, pricebook_id }) => ({
        path: 'id',
        message: `lacks the price of the product ${product_id} in the pricebook ${pricebook_id}`,
      }));
      throw new InvalidRecordError(name, [{ path: 'id', message: row.id }, ...issues, ...missingIssues]);
    }
  };
  tables.schema.names.forEach(assertTable);
}

/** A change sets `updated_at` and, if it is a deletion, `deleted_at`, and comes after the creation. */
function timestampIssues({ created_at, updated_at }: AnyRow, deleted_at: string | undefined): readonly Issue[] {
  // Timestamps have one notation, so their order as text is that of the times.
  if (updated_at < created_at) return [{ path: 'updated_at', message: 'must not be before created_at' }];
  if (!deleted_at) return noIssues;
  if (deleted_at < created_at) return [{ path: 'deleted_at', message: 'must not be before created_at' }];
  return deleted_at > updated_at ? [{ path: 'deleted_at', message: 'must not be after updated_at' }] : noIssues;
}

const noIssues: readonly Issue[] = [];

function isApiNameTaken(table: Pick<Table<AnyRow>, 'where'>, row: AnyRow): boolean {
  return table
    .where('api_name', row.api_name ?? '')
    .some((other) => other.id !== row.id && other.workspace_id === row.workspace_id);
}

/**
 * A rule that relates a row to rows of several tables. The API cannot break it, so no other writer may.
 *
 * @param previous The row before the change. Undefined for an insertion.
 */
type Rule<Name extends TableName> = (
  row: Rows[Name],
  tables: ReadableTables,
  previous: Rows[Name] | undefined,
) => ConstraintViolations | undefined;

const foreignKeyViolation = (path: string, message: string): ConstraintViolations => ({
  foreignKeys: [{ path, message }],
});
const uniqueViolation = (path: string, message: string): ConstraintViolations => ({ unique: [{ path, message }] });

const rules: { readonly [Name in TableName]?: Rule<Name> } = {
  contacts: ({ id, customer_id }, tables) =>
    tables
      .table('addresses')
      .where('contact_id', id)
      .some((address) => address.customer_id !== customer_id)
      ? foreignKeyViolation('customer_id', 'must be the customer of the addresses of the contact')
      : undefined,

  addresses: ({ contact_id, customer_id }, tables) => {
    const contact = contact_id === null ? undefined : tables.table('contacts').get(contact_id);
    return contact && contact.customer_id !== customer_id
      ? foreignKeyViolation('contact_id', 'must be the id of a Contact of the same Customer')
      : undefined;
  },

  categories: ({ id, deleted_at }, tables) =>
    deleted_at !== null &&
    tables
      .table('discounts')
      .where('category_ids', id)
      .some((discount) => discount.is_active)
      ? foreignKeyViolation('deleted_at', 'must be null while an active Discount refers to the category')
      : undefined,

  discounts: ({ is_active, category_ids }, tables) =>
    is_active && category_ids.some((id) => tables.table('categories').get(id)?.deleted_at)
      ? foreignKeyViolation('category_ids', 'must not contain a deleted Category while the discount is active')
      : undefined,

  products: ({ id, is_default, product_parent_id }, tables, previous) => {
    if (is_default === hasDefaultProduct(tables, product_parent_id, id)) {
      return uniqueViolation(
        'is_default',
        is_default
          ? 'must be false, because the product parent already has a default product'
          : 'must be true, because the product parent has no other default product',
      );
    }
    const isMoved = previous?.is_default === true && previous.product_parent_id !== product_parent_id;
    return isMoved && tables.table('products').where('product_parent_id', previous.product_parent_id).length > 1
      ? foreignKeyViolation('product_parent_id', 'must not change while the product is the default of other products')
      : undefined;
  },

  pricebooks: ({ id, currency_id }, tables) =>
    tables
      .table('prices')
      .where('pricebook_id', id)
      .some((price) => price.currency_id !== currency_id)
      ? foreignKeyViolation('currency_id', 'must be the currency of the prices of the pricebook')
      : undefined,

  prices: ({ id, product_id, pricebook_id, currency_id }, tables, previous) => {
    const other = findPrice(tables, product_id, pricebook_id, id);
    if (other && (previous || !isReplaceable(other, tables))) {
      return uniqueViolation('pricebook_id', 'already has a price of the product');
    }
    const pricebook = tables.table('pricebooks').get(pricebook_id);
    return pricebook && pricebook.currency_id !== currency_id
      ? foreignKeyViolation('currency_id', 'must be the currency of the pricebook')
      : undefined;
  },
};

/** Returns the columns by which a row is compared with other rows of its table. */
function groupColumns(name: TableName, { schema }: ReadableTables): readonly string[] {
  if (name === 'products') return ['product_parent_id'];
  if (name === 'prices') return ['product_id'];
  return schema.metadata[name].uniqueApiName ? ['api_name'] : [];
}
