import { withNames } from '../state/named-rows.ts';
import { useApp } from './context.ts';
import { useLoaded } from './use-loaded.ts';
import { useSettled } from './use-settled.ts';

/** Searches all tables while the user types. Returns the results of the last search that ended, with its text. */
export function useSearch(text: string) {
  const { session } = useApp();
  const settled = useSettled(text);
  const load = async () => {
    if (settled === '') return { results: [], isTruncated: false, text: settled };
    const { results, isTruncated } = await session.search(settled);
    return { results: await withNames(session, results), isTruncated, text: settled };
  };
  return useLoaded(load, [settled]);
}
