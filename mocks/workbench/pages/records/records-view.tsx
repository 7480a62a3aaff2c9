import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { tableTitle } from '../../../shared/own-operation.ts';
import { labelOf, namingColumns } from '../../../store/fields.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { useAnnouncedResult } from '../../app/use-announced-result.ts';
import { useSettled } from '../../app/use-settled.ts';
import { useShortcut } from '../../app/use-shortcut.ts';
import type { Sort } from '../../components/column.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { SelectField } from '../../components/field.tsx';
import { Grid } from '../../components/grid.tsx';
import { Link } from '../../components/link.tsx';
import { Split } from '../../components/split.tsx';
import { isNamedByOthers } from '../../state/named-rows.ts';
import { PagedRows } from '../../state/paged-rows.ts';
import { formatPath } from '../../state/router.ts';
import type { Row } from '../../state/session.ts';
import { count, formatCell } from '../../text.ts';
import { EditBar } from './edit-bar.tsx';
import { parseWhere } from './filter.ts';
import { gridColumns, isReference } from './grid-columns.tsx';
import { RecordDetail } from './record-detail.tsx';
import { RecordsToolbar } from './records-toolbar.tsx';
import { SearchView } from './search-view.tsx';
import { columnNames, useShownColumns } from './shown-columns.ts';
import { useGridEdit } from './use-grid-edit.tsx';
import { useTables } from './use-tables.ts';

/** The records of each table, and the search over all tables. */
export function RecordsView() {
  const { router } = useApp();
  const [, name = 'customers', id] = router.place.value.path;
  const search = useRef<HTMLInputElement>(null);
  useShortcut(
    '/',
    'Search records',
    useCallback(() => search.current?.focus(), []),
  );
  const { names, isComplete } = useTables();
  const table = names.find((each) => each === name);
  const [isEditing, setEditing] = useState(false);
  const edit = { isEditing, onEditing: setEditing };
  return (
    <div class="records">
      <Tables names={names} current={table ?? 'all'} />
      <div class="records-table">
        {table && <TableView key={table} table={table} id={id} searchRef={search} {...edit} />}
        {!table && (isComplete || name === 'all') && <SearchView searchRef={search} />}
      </div>
    </div>
  );
}

/** The tables with the number of their rows. In a narrow panel they are a list to choose from. */
function Tables({ names, current }: { names: readonly TableName[]; current: TableName | 'all' }) {
  const { session, router } = useApp();
  const sizes = session.state.value?.tables;
  const entries = (['all', ...names] as const).map((name) => ({
    name,
    title: name === 'all' ? 'Search everything' : tableTitle(name),
    path: formatPath(['records', name]),
  }));
  return (
    <div class="tables">
      <nav aria-label="Tables">
        {entries.map(({ name, title, path }) => (
          <Link key={name} to={path} isCurrent={name === current}>
            <span class="truncate">{title}</span>
            {name !== 'all' && <span class="count">{sizes?.[name].toLocaleString('en-US')}</span>}
          </Link>
        ))}
      </nav>
      <SelectField
        label="Table"
        isLabelHidden
        value={current}
        options={entries.map(({ name, title }) => ({ value: name, label: title }))}
        onChange={(name) => router.go(formatPath(['records', name]))}
      />
    </div>
  );
}

interface TableViewProps {
  readonly table: TableName;
  readonly id: string | undefined;
  readonly searchRef: { current: HTMLInputElement | null };
  /** Whether the user edits cells in place. */
  readonly isEditing: boolean;
  readonly onEditing: (isEditing: boolean) => void;
}

function TableView({ table, id, searchRef, isEditing, onEditing }: TableViewProps) {
  const { router } = useApp();
  const { query } = router.place.value;
  const shown = useShownColumns(table).names;
  const names = useMemo(() => shown, [shown.join()]);
  const naming = isNamedByOthers(table) ? Object.keys(namingColumns) : [];
  const referring = [...new Set([...names.filter((name) => isReference(table, name)), ...naming])];
  const references = useMemo(() => referring, [table, referring.join()]);
  const sort = parseSort(query['sort'], table);
  const { rows, onRange } = useRows(table, query, references);
  const plain = useMemo(
    () => gridColumns({ table, names, rows, hasLinks: !isEditing }),
    [table, names, rows, isEditing],
  );
  const total = rows.total.value;
  // Reads the version, so that the grid is rendered again when rows arrive.
  const rowAt = (index: number) => (rows.version.value > 0 ? rows.at(index) : undefined);
  const nameOf = (row: Row) =>
    formatCell(
      labelOf(row, (target, id) => rows.included(target, id)),
      60,
    );
  const onStart = () => onEditing(true);
  const { columns, gridProps, selected, setSelected } = useGridEdit({
    table,
    columns: plain,
    rowAt,
    nameOf,
    isEditing,
    onStart,
  });
  useAnnouncedResult(
    JSON.stringify([query['search'], query['column'], query['value'], query['sort']]),
    total === undefined ? undefined : count(total, 'row'),
  );
  const isFiltered = Boolean(query['search'] || query['column']);
  const open = (row: string | undefined) => router.go(formatPath(['records', table, row], query));
  return (
    <>
      <RecordsToolbar
        table={table}
        title={tableTitle(table)}
        total={total}
        searchRef={searchRef}
        isEditing={isEditing}
        onEditing={onEditing}
      />
      {isEditing && (
        <EditBar
          table={table}
          columns={names}
          total={total}
          query={{ where: parseWhere(table, query['column'], query['value'] ?? ''), search: query['search'] }}
          selected={selected}
          onSelect={setSelected}
        />
      )}
      <Split
        name="records"
        detailLabel="Record"
        detailKey={id}
        detail={
          id === undefined ? undefined : <RecordDetail key={id} table={table} id={id} onClose={() => open(undefined)} />
        }
      >
        <Grid
          name={table}
          label={tableTitle(table)}
          columns={columns}
          count={total ?? 0}
          rowAt={rowAt}
          keyOf={keyOf}
          onRange={onRange}
          selected={id}
          onOpen={(row) => open(keyOf(row))}
          sort={sort}
          onSort={(next) => router.setQuery({ sort: next && `${next.desc ? '-' : ''}${next.id}` })}
          {...gridProps}
          empty={total === undefined ? <p class="empty">Loading …</p> : <NoRows isFiltered={isFiltered} />}
        />
      </Split>
    </>
  );
}

const keyOf = (row: Row) => String(row['id']);

function NoRows({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState icon="search" title="No record matches">
      Change the search or the filter, or clear them.
    </EmptyState>
  ) : (
    <EmptyState icon="records" title="This table is empty">
      Create records with the button above, import a file, or let your app create them with the API.
    </EmptyState>
  );
}

/**
 * Loads the rows of a table as they come into sight, and again after each change.
 *
 * @param references The columns whose rows are loaded too.
 */
function useRows(table: TableName, query: Readonly<Record<string, string>>, references: readonly string[]) {
  const { session, toasts } = useApp();
  const { column, sort: sortText } = query;
  const search = useSettled(query['search']);
  const value = useSettled(query['value'] ?? '');
  const rows = useMemo(() => {
    const sort = parseSort(sortText, table);
    return new PagedRows(
      () => session.control,
      {
        table,
        where: parseWhere(table, column, value),
        search,
        sort: sort && { column: sort.id, descending: sort.desc },
        include: references,
      },
      (error) => toasts.fail(error),
    );
  }, [session, toasts, table, search, column, value, sortText, references]);
  const onRange = useCallback((first: number, last: number) => rows.load(first, last), [rows]);
  const changes = session.recordsVersion.value;
  useEffect(() => rows.refresh(), [rows, changes]);
  return { rows, onRange };
}

function parseSort(text: string | undefined, table: TableName): Sort | undefined {
  const [, sign, id] = /^(-?)(.+)$/.exec(text ?? '') ?? [];
  return id !== undefined && columnNames(table).includes(id) ? { id, desc: sign === '-' } : undefined;
}
