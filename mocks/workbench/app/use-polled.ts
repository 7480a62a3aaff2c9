import { useEffect, useState } from 'preact/hooks';
import { latest } from '../state/latest.ts';
import { useApp } from './context.ts';

/**
 * Loads a value now and at an interval, in milliseconds, while the workbench is visible. Returns the last loaded value,
 * or undefined before the first one, and a function that loads it again.
 */
export function usePolled<T>(read: () => Promise<T>, interval: number) {
  const isVisible = useApp().session.isVisible.value;
  const [value, setValue] = useState<T>();
  const [load] = useState(() => latest(read, (found) => setValue(() => found)));
  useEffect(() => {
    if (!isVisible) return undefined;
    // The banner tells that the mock cannot be reached.
    const poll = () => void load().catch(() => undefined);
    poll();
    const timer = setInterval(poll, interval);
    return () => clearInterval(timer);
  }, [interval, isVisible]);
  return { value, load };
}
