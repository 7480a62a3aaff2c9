import { useEffect, useState } from 'preact/hooks';
import { metadata } from '../../../store/metadata.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { TextField } from '../../components/field.tsx';
import { Link } from '../../components/link.tsx';
import { formatCell } from '../../components/text.ts';
import { labelOf } from '../../schema-form/references.ts';
import type { Row } from '../../store/session.ts';
import { recordPath } from './columns.tsx';

interface SearchResult {
  readonly table: TableName;
  readonly row: Row;
}

/** Milliseconds after the last key before the search starts. */
const typingPause = 200;

/** Searches all tables for an id or a text. */
export function SearchView({ searchRef }: { searchRef: { current: HTMLInputElement | null } }) {
  const { session, router, run } = useApp();
  const { search = '' } = router.place.value.query;
  const [results, setResults] = useState<readonly SearchResult[]>([]);
  const [searched, setSearched] = useState('');
  useEffect(() => {
    if (search.trim() === '') return undefined;
    let isCurrent = true;
    const timer = setTimeout(() => {
      void run(async () => {
        const found = await session.search(search.trim());
        if (!isCurrent) return;
        setResults(found);
        setSearched(search);
      });
    }, typingPause);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [session, run, search]);
  return (
    <>
      <div class="page-head">
        <h1>Search everything</h1>
        <div class="records-filters">
          <TextField
            label="Search all tables"
            isLabelHidden
            type="search"
            placeholder="An id, a name, an API name …"
            value={search}
            inputRef={searchRef}
            onChange={(text) => router.setQuery({ search: text })}
          />
        </div>
      </div>
      {search.trim() === '' && (
        <EmptyState icon="search" title="Search all tables">
          Paste an id to find its record, or type a part of any text.
        </EmptyState>
      )}
      {search.trim() !== '' && searched === search && results.length === 0 && (
        <EmptyState icon="search" title="No record contains this text" />
      )}
      {search.trim() !== '' && (
        <ul class="rows search-results">
          {results.map(({ table, row }) => (
            <li key={`${table} ${String(row['id'])}`}>
              <span class="badge">{metadata[table].label}</span>
              <Link to={recordPath(table, String(row['id']))}>{formatCell(labelOf(row), 100)}</Link>
              <span class="code muted">{String(row['id'])}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
