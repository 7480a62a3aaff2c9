import type { ComponentChild } from 'preact';
import { readField } from '../../../shared/json.ts';
import { labelOf } from '../../../store/fields.ts';
import type { TableName } from '../../../store/row-types.ts';
import type { Column } from '../../components/column.ts';
import { Link } from '../../components/link.tsx';
import { describeColumn, metadataOf } from '../../schema-form/table-metadata.ts';
import type { PagedRows } from '../../state/paged-rows.ts';
import { recordPath } from '../../state/router.ts';
import type { Row } from '../../state/session.ts';
import { formatCell, summarize } from '../../text.ts';

interface GridColumnsOptions {
  readonly table: TableName;
  readonly names: readonly string[];
  readonly rows: PagedRows;
  /** Whether references are links. */
  readonly hasLinks: boolean;
}

/** Returns the columns of a grid. References show the name of their record. */
export function gridColumns({ table, names, rows, hasLinks }: GridColumnsOptions): readonly Column<Row>[] {
  return names.map((name) => ({
    id: name,
    header: name,
    size: sizeOf(table, name),
    isSortable: true,
    align: describeColumn(table, name)?.kind.type === 'number' ? ('end' as const) : undefined,
    cell: (row) => renderCell(readField(row, name), name, { table, rows, hasLinks }),
  }));
}

/** Returns the table that a column refers to. */
export function targetOf(table: TableName, name: string): TableName | undefined {
  if (name === 'workspace_id' && table !== 'workspaces') return 'workspaces';
  return readField(metadataOf(table).foreignKeys, name);
}

/** Whether the cells of a column show the record that they refer to. A cell with a list shows its length. */
export function isReference(table: TableName, name: string): boolean {
  return targetOf(table, name) !== undefined && describeColumn(table, name)?.kind.type !== 'list';
}

function renderCell(
  value: unknown,
  name: string,
  { table, rows, hasLinks }: Omit<GridColumnsOptions, 'names'>,
): ComponentChild {
  if (value === null || value === undefined) return <span class="null">{value === null ? 'null' : ''}</span>;
  const target = targetOf(table, name);
  if (target && typeof value === 'string') {
    const record = rows.included(target, value);
    const label = record && labelOf(record);
    const hasName = label !== undefined && label !== value;
    const text = hasName ? formatCell(label, 60) : shortId(value);
    const look = { class: hasName ? undefined : 'code', title: value };
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

function sizeOf(table: TableName, name: string): number {
  if (name === 'id' || name === 'workspace_id') return 108;
  const kind = describeColumn(table, name)?.kind;
  if (kind?.type === 'boolean') return 96;
  if (kind?.type === 'number') return 104;
  if (kind?.type === 'text' && kind.format === 'datetime') return 208;
  return name === 'name' ? 210 : 160;
}
