import { useState } from 'preact/hooks';
import { latest } from '../state/latest.ts';

/** Returns a function that reads a value, and the value that it read last. Undefined before the first one. */
export function useLatest<T>(read: () => Promise<T>) {
  const [value, setValue] = useState<T>();
  const [load] = useState(() => latest(read, (found) => setValue(() => found)));
  return { value, load };
}
