/** The storage of the browser, or of the tab. Access to it throws if the user blocks it. */
type Area = 'localStorage' | 'sessionStorage';

/** Returns a stored text, or an empty one. */
export function readItem(area: Area, key: string): string {
  try {
    return globalThis[area].getItem(key) ?? '';
  } catch {
    return '';
  }
}

/** Stores a text, or another value as JSON. If this fails, the value lasts until the page is closed. */
export function writeItem(area: Area, key: string, value: unknown): void {
  try {
    globalThis[area].setItem(key, typeof value === 'string' ? value : JSON.stringify(value));
  } catch {
    // The storage is blocked or full, or the value is nested too deeply for JSON.
  }
}
