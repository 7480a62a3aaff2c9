import { useApp } from './context.ts';
import { useLoaded } from './use-loaded.ts';
import { useSettled } from './use-settled.ts';

/** Searches all tables while the user types. Returns the results of the last search that ended, with its text. */
export function useSearch(text: string) {
  const { session } = useApp();
  const settled = useSettled(text);
  const load = async () => ({ text: settled, results: settled === '' ? [] : await session.search(settled) });
  return useLoaded(load, [settled]);
}
