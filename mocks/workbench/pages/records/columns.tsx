import type { ComponentChild } from 'preact';
import { fieldsOf } from '../../../../src/contract/describe-schema.ts';
import type { Rows, TableName } from '../../../store/row-types.ts';
import { Link } from '../../components/link.tsx';
import { formatCell, summarize } from '../../components/text.ts';
import type { Column } from '../../components/use-table.ts';
import { metadataOf } from '../../schema-form/tables.ts';
import { recordPath } from '../../store/router.ts';
import type { Row } from '../../store/session.ts';
import type { FindLabel } from './use-labels.ts';

/** The columns that a grid shows until the user chooses others. The other tables are small, and show all columns. */
const chosen: { readonly [Table in TableName]?: readonly (keyof Rows[Table] & string)[] } = {
  customers: ['name', 'id', 'type', 'tax_ids', 'id_crm', 'id_erp', 'updated_at'],
  contacts: ['first_name', 'last_name', 'id', 'customer_id', 'email', 'phone', 'role', 'updated_at'],
  addresses: ['name', 'id', 'customer_id', 'type', 'address_line1', 'city', 'country', 'contact_id'],
  categories: ['name', 'id', 'api_name', 'parent_category_id', 'is_active', 'description', 'updated_at'],
  catalogs: ['name', 'id', 'api_name', 'reference', 'is_active', 'description', 'updated_at'],
  productParents: [
    'name',
    'id',
    'api_name',
    'recurrence_type',
    'catalog_ids',
    'category_ids',
    'is_active',
    'updated_at',
  ],
  products: ['name', 'id', 'api_name', 'product_parent_id', 'inventory', 'shipping', 'is_active', 'updated_at'],
  prices: ['product_id', 'id', 'pricebook_id', 'pricing_model', 'amount', 'currency_id', 'is_setup', 'updated_at'],
};

/** Columns by which a person knows a record. They come first. */
const leading: readonly string[] = ['name', 'id', 'api_name'];

/** Returns the columns of a table, with the most important ones first. */
export function columnNames(table: TableName): readonly string[] {
  return [...new Set<string>([...chosenColumns(table), ...metadataOf(table).columns])];
}

/** Returns the columns that a grid shows until the user chooses others. */
export function chosenColumns(table: TableName): readonly string[] {
  const columns = metadataOf(table).columns.filter((name) => name !== 'workspace_id');
  return chosen[table] ?? [...new Set([...leading.filter((name) => columns.includes(name)), ...columns])];
}

interface GridColumnsOptions {
  readonly table: TableName;
  readonly names: readonly string[];
  readonly findLabel: FindLabel;
  /** Whether references are links. */
  readonly hasLinks: boolean;
}

/** Returns the columns of a grid. References show the name of their record, if it is known. */
export function gridColumns({ table, names, findLabel, hasLinks }: GridColumnsOptions): readonly Column<Row>[] {
  return names.map((name) => ({
    id: name,
    header: name,
    size: sizeOf(table, name),
    isSortable: true,
    align: isNumeric(table, name) ? ('end' as const) : undefined,
    cell: (row) => renderCell(row[name], name, { table, findLabel, hasLinks }),
  }));
}

/** Returns the table that a column refers to. */
export function targetOf(table: TableName, name: string): TableName | undefined {
  if (name === 'workspace_id' && table !== 'workspaces') return 'workspaces';
  return metadataOf(table).foreignKeys[name];
}

function renderCell(
  value: unknown,
  name: string,
  { table, findLabel, hasLinks }: Omit<GridColumnsOptions, 'names'>,
): ComponentChild {
  if (value === null || value === undefined) return <span class="null">{value === null ? 'null' : ''}</span>;
  const target = targetOf(table, name);
  if (target && typeof value === 'string') {
    const label = findLabel(target, value);
    const text = label === undefined ? shortId(value) : formatCell(label, 60);
    const look = { class: label === undefined ? 'code' : undefined, title: value };
    if (!hasLinks) return <span {...look}>{text}</span>;
    return (
      <Link to={recordPath(target, value)} {...look} isSkipped>
        {text}
      </Link>
    );
  }
  if (name === 'id') return <span class="code">{shortId(String(value))}</span>;
  if (typeof value === 'boolean') return <span class={value ? 'badge good' : 'badge'}>{String(value)}</span>;
  if (typeof value === 'object') return <span class="muted">{summarize(value)}</span>;
  return <span>{formatCell(value)}</span>;
}

/** Generated ids differ in their first characters. */
function shortId(id: string): string {
  return formatCell(id.length === 36 ? `${id.slice(0, 8)}…` : id, 40);
}

function isNumeric(table: TableName, name: string): boolean {
  return fieldsOf(metadataOf(table).row)[name]?.kind.type === 'number';
}

function sizeOf(table: TableName, name: string): number {
  if (name === 'id' || name === 'workspace_id') return 108;
  const kind = fieldsOf(metadataOf(table).row)[name]?.kind;
  if (kind?.type === 'boolean') return 96;
  if (kind?.type === 'number') return 104;
  if (kind?.type === 'text' && kind.format === 'datetime') return 190;
  return name === 'name' ? 210 : 160;
}
