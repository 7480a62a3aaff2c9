import type { JournalEntry } from '../../../controls/journal-entry.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';

/** Loads a request. Undefined while it is loading, null if the journal does not have it. */
export function useEntry(id: number): JournalEntry | null | undefined {
  const { session } = useApp();
  // The request of a link may arrive after the page. It is then loaded again.
  const newest = session.requests.list.value[0]?.id ?? 0;
  // A journal that was cleared gives its ids to other requests.
  const generation = session.requests.generation.value;
  return useLoaded(async () => (await session.requests.entry(id)) ?? null, [id, newest >= id, generation]);
}
