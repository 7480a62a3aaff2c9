/**
 * Returns a function that reads something and applies it. Responses can arrive in another order than their requests:
 * one that comes after the response to a later request is out of date, and is not applied.
 *
 * @param read Reads the value, unless the returned function gets another function for it.
 */
export function latest<T>(
  read: () => Promise<T>,
  apply: (value: T) => void,
): (readOnce?: () => Promise<T>) => Promise<void> {
  let started = 0;
  let applied = 0;
  return async (readOnce = read) => {
    started += 1;
    const number = started;
    const value = await readOnce();
    if (number < applied) return;
    applied = number;
    apply(value);
  };
}
