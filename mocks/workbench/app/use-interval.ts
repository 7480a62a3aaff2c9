import { useEffect } from 'preact/hooks';
import { useApp } from './context.ts';

/** Reads something now and at an interval, in milliseconds, while the workbench is visible. */
export function useInterval(read: () => Promise<unknown>, interval: number): void {
  const { session } = useApp();
  const isVisible = session.isVisible.value;
  useEffect(() => {
    if (!isVisible) return undefined;
    // The banner tells that the mock cannot be reached.
    const poll = () => void read().catch(() => undefined);
    poll();
    const timer = setInterval(poll, interval);
    return () => clearInterval(timer);
  }, [session, interval, isVisible]);
}
