import { useApp } from './context.ts';
import { useLoaded } from './use-loaded.ts';
import { useSettled } from './use-settled.ts';

/** Searches all tables while the user types. Returns the results of the last search that ended, with its text. */
export function useSearch(text: string) {
  const { session } = useApp();
  const settled = useSettled(text);
  const load = async () => {
    const found = settled === '' ? { results: [], isTruncated: false } : await session.search(settled);
    return { ...found, text: settled };
  };
  return useLoaded(load, [settled]);
}
