import { useApp } from '../../app/context.ts';
import { useAnnouncedResult } from '../../app/use-announced-result.ts';
import { useSearch } from '../../app/use-search.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { TextField } from '../../components/field.tsx';
import { Link } from '../../components/link.tsx';
import { metadataOf } from '../../schema-form/table-metadata.ts';
import { recordPath } from '../../state/router.ts';
import { count, formatCell } from '../../text.ts';

/** Searches all tables for an id or a text. */
export function SearchView({ searchRef }: { searchRef: { current: HTMLInputElement | null } }) {
  const { router } = useApp();
  const { search = '' } = router.place.value.query;
  const text = search.trim();
  const found = useSearch(text);
  const size = found && `${found.isTruncated ? 'The first ' : ''}${count(found.results.length, 'record')}`;
  useAnnouncedResult(text, found?.text === text ? size : undefined);
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
            onChange={(typed) => router.setQuery({ search: typed })}
          />
        </div>
      </div>
      {text === '' && (
        <EmptyState icon="search" title="Search all tables">
          Paste an id to find its record, or type a part of any text.
        </EmptyState>
      )}
      {text !== '' && found?.text === text && found.results.length === 0 && (
        <EmptyState icon="search" title="No record contains this text" />
      )}
      {text !== '' && (
        <ul class="rows search-results">
          {found?.results.map(({ table, row, name }) => (
            <li key={`${table} ${String(row['id'])}`}>
              <span class="badge">{metadataOf(table).label}</span>
              <Link to={recordPath(table, String(row['id']))}>{formatCell(name, 100)}</Link>
              <span class="code muted">{String(row['id'])}</span>
            </li>
          ))}
        </ul>
      )}
      {text !== '' && found?.isTruncated && (
        <p class="section-note">{size}. To see the others, type more of the text.</p>
      )}
    </>
  );
}
