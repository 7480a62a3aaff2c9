import { useCallback, useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { tableTitle } from '../../../shared/table-words.ts';
import { labelOf, namingColumns } from '../../../store/fields.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { useAnnouncedResult } from '../../app/use-announced-result.ts';
import { useSettled } from '../../app/use-settled.ts';
import { useShortcut } from '../../app/use-shortcut.ts';
import { Button } from '../../components/button.tsx';
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
import { FilterBar } from './filter-bar.tsx';
import { gridColumns, isReference } from './grid-columns.tsx';
import { RecordDetail } from './record-detail.tsx';
import { RecordsToolbar } from './records-toolbar.tsx';
import { SearchView } from './search-view.tsx';
import { columnNames, useShownColumns } from './shown-columns.ts';
import { useFilter } from './use-filter.ts';
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
  const { filters, setFilters, resolved } = useFilter(table);
  const [edited, setEdited] = useState<number | 'new'>();
  const where = resolved?.where;
  const { rows, onRange } = useRows(table, query, { references, where, isReady: resolved !== undefined });
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
    JSON.stringify([query['search'], query['filter'], query['sort']]),
    total === undefined ? undefined : count(total, 'row'),
  );
  const open = (row: string | undefined) => router.go(formatPath(['records', table, row], query));
  return (
    <>
      <RecordsToolbar
        table={table}
        title={tableTitle(table)}
        total={total}
        searchRef={searchRef}
        where={where}
        onFilter={() => setEdited('new')}
        isEditing={isEditing}
        onEditing={onEditing}
      />
      <FilterBar table={table} filters={filters} onChange={setFilters} edited={edited} onEdit={setEdited} />
      {isEditing && (
        <EditBar
          table={table}
          columns={names}
          total={total}
          query={{ where, search: query['search'] }}
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
          empty={total === undefined ? <p class="empty">Loading …</p> : <NoRows filterCount={filters.length} />}
        />
      </Split>
    </>
  );
}

const keyOf = (row: Row) => String(row['id']);

/** Says why there are no rows, and offers the way out. */
function NoRows({ filterCount }: { filterCount: number }) {
  const { router } = useApp();
  const hasSearch = Boolean(router.place.value.query['search']);
  if (filterCount === 0 && !hasSearch) {
    return (
      <EmptyState icon="records" title="This table is empty">
        Create records with the button above, import a file, or let your app create them with the API.
      </EmptyState>
    );
  }
  return (
    <EmptyState icon="search" title="No record matches">
      <div class="buttons">
        {filterCount > 0 && (
          <Button onClick={() => router.setQuery({ filter: undefined })}>
            {filterCount === 1 ? 'Remove the filter' : 'Remove all filters'}
          </Button>
        )}
        {hasSearch && <Button onClick={() => router.setQuery({ search: undefined })}>Clear the search</Button>}
      </div>
    </EmptyState>
  );
}

interface RowOptions {
  /** The columns whose rows are loaded too. */
  readonly references: readonly string[];
  readonly where: Row | undefined;
  /** Whether the condition is known. */
  readonly isReady: boolean;
}

/** Loads the rows of a table as they come into sight, and again after each change. */
function useRows(table: TableName, query: Readonly<Record<string, string>>, options: RowOptions) {
  const { session, toasts } = useApp();
  const { references, where, isReady } = options;
  const { sort: sortText } = query;
  const search = useSettled(query['search']);
  const rows = useMemo(() => {
    const sort = parseSort(sortText, table);
    return new PagedRows(
      () => session.control,
      { table, where, search, sort: sort && { column: sort.id, descending: sort.desc }, include: references },
      (error) => toasts.fail(error),
    );
  }, [session, toasts, table, search, JSON.stringify(where), sortText, references]);
  const onRange = useCallback((first: number, last: number) => isReady && rows.load(first, last), [rows, isReady]);
  const changes = session.recordsVersion.value;
  useEffect(() => {
    if (isReady) rows.refresh();
  }, [rows, changes, isReady]);
  return { rows, onRange };
}

function parseSort(text: string | undefined, table: TableName): Sort | undefined {
  const [, sign, id] = /^(-?)(.+)$/.exec(text ?? '') ?? [];
  return id !== undefined && columnNames(table).includes(id) ? { id, desc: sign === '-' } : undefined;
}
