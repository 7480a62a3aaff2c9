import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import type { Row } from '../../state/session.ts';
import { type Filter, filterFields, formatFilters, parseFilters } from './filters.ts';
import { resolveFilters } from './resolve-filters.ts';

/** The filters of the place, and their condition. */
export interface ActiveFilter {
  /** Those whose fields the table has. */
  readonly filters: readonly Filter[];
  readonly setFilters: (filters: readonly Filter[]) => void;
  /** Undefined while it is not known yet. */
  readonly resolved: { readonly where: Row | undefined } | undefined;
}

/** Follows the filters of the place. Their condition follows the records that they go through. */
export function useFilter(table: TableName): ActiveFilter {
  const { session, router } = useApp();
  const text = router.place.value.query['filter'];
  const names = new Set(filterFields(session, table).map(({ name }) => name));
  const filters = parseFilters(text).filter(({ field }) => names.has(field));
  const loaded = useLoaded(
    async () => ({ where: await resolveFilters(session, table, filters) }),
    [session, table, text, filters.length > 0 && session.recordsVersion.value],
  );
  return {
    filters,
    setFilters: (changed) => router.setQuery({ filter: formatFilters(changed) }),
    resolved: filters.length === 0 ? { where: undefined } : loaded,
  };
}
