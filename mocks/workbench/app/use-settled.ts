import { useEffect, useState } from 'preact/hooks';

/** Milliseconds after the last key before a search starts. Searching a large table takes a while. */
const typingPause = 200;

/** Returns a typed value once it has not changed for a moment. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), typingPause);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
