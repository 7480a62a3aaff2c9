import { useEffect, useState } from 'preact/hooks';
import { useApp } from './context.ts';

/**
 * Loads a value, and again when a dependency changes. Returns the last loaded value, or undefined before the first one.
 * Shows the error of a load that fails.
 */
export function useLoaded<T>(load: () => Promise<T>, dependencies: readonly unknown[]): T | undefined {
  const { run } = useApp();
  const [value, setValue] = useState<T | undefined>();
  useEffect(() => {
    let isCurrent = true;
    void run(async () => {
      const loaded = await load();
      // A later load may have started in the meantime.
      if (isCurrent) setValue(() => loaded);
    });
    return () => {
      isCurrent = false;
    };
  }, dependencies);
  return value;
}
