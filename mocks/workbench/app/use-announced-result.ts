import { useEffect, useRef } from 'preact/hooks';
import { useApp } from './context.ts';

/** Milliseconds after the last change. While the user types, a screen reader says the keys. */
const typingPause = 500;

/**
 * Announces a result after the user has changed the query that it belongs to, and not when the result changes by
 * itself.
 *
 * @param result Undefined while it is loading.
 */
export function useAnnouncedResult(query: string, result: string | undefined): void {
  const { announcer } = useApp();
  const announced = useRef(query);
  useEffect(() => {
    if (announced.current === query || result === undefined) return undefined;
    const timer = setTimeout(() => {
      announced.current = query;
      announcer.announce(result);
    }, typingPause);
    return () => clearTimeout(timer);
  }, [announcer, query, result]);
}
