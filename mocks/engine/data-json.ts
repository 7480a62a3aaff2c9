/** Shorter lists are written as fast without the cache. The JSON of longer ones would take too much memory. */
const cachedLengths = { min: 100, max: 100_000 };

/** The JSON of frozen lists and their frozen records, which never change. */
const cache = new WeakMap<object, string>();

/** Returns the JSON of the data of a response. The JSON of a long list is kept for later calls, and that of its records. */
export function dataToJson(data: unknown): string {
  if (!Array.isArray(data) || data.length < cachedLengths.min || data.length > cachedLengths.max) {
    return JSON.stringify(data);
  }
  return cachedJson(
    data,
    () => `[${data.map((record) => cachedJson(record, () => JSON.stringify(record))).join(',')}]`,
  );
}

function cachedJson(value: object, toJson: () => string): string {
  const cached = cache.get(value);
  if (cached !== undefined) return cached;
  const text = toJson();
  if (Object.isFrozen(value)) cache.set(value, text);
  return text;
}
