// Access to the storage throws if the user blocks it.

/** Returns a stored text, or an empty one. */
export function readItem(key: string): string {
  try {
    return sessionStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Stores a text for this tab. */
export function writeItem(key: string, value: string): void {
  try {
    sessionStorage.setItem(key, value);
  } catch {
    // The value lasts until the page is closed.
  }
}
