import type { Rows, TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { metadataOf } from '../../schema-form/table-metadata.ts';

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
function chosenColumns(table: TableName): readonly string[] {
  const columns = metadataOf(table).columns.filter((name) => name !== 'workspace_id');
  return chosen[table] ?? [...new Set([...leading.filter((name) => columns.includes(name)), ...columns])];
}

/** The columns that the grid of a table shows, and a function to show others, which are remembered. */
export function useShownColumns(table: TableName) {
  const { preferences, session } = useApp();
  const stored = preferences.signal<readonly string[] | null>(`columns.${table}`, null, isTextList);
  const hasOneWorkspace = (session.state.value?.tables.workspaces ?? 1) === 1;
  const initial = hasOneWorkspace ? chosenColumns(table) : [...chosenColumns(table), 'workspace_id'];
  const shown = stored.value ?? initial;
  return {
    // The id is always visible: rows can look the same without it.
    names: columnNames(table).filter((name) => name === 'id' || shown.includes(name)),
    /** Shows other columns, or the initial ones. */
    show(names: readonly string[] | null) {
      stored.value = names;
    },
  };
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
