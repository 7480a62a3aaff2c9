import { effect, type Signal, signal } from '@preact/signals';
import { isObject } from '../../shared/json.ts';

/** Signals that are stored in the browser under a name and restored on the next visit. */
export class Preferences {
  readonly #key: string;
  readonly #values: Record<string, unknown>;
  readonly #signals = new Map<string, Signal<unknown>>();

  /** @param key The key in `localStorage`. */
  constructor(key: string) {
    this.#key = key;
    this.#values = read(key);
  }

  /** Returns the stored signal with a name. `isValid` rejects values that an older version stored. */
  signal<T>(name: string, initial: T, isValid: (value: unknown) => value is T): Signal<T> {
    const known = this.#signals.get(name);
    // A name always has one type.
    if (known) return known as Signal<T>;
    const stored = this.#values[name];
    const created = signal(isValid(stored) ? stored : initial);
    this.#signals.set(name, created as Signal<unknown>);
    effect(() => {
      this.#values[name] = created.value;
      write(this.#key, this.#values);
    });
    return created;
  }
}

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
export const isWidths = (value: unknown): value is Record<string, number> =>
  isObject(value) && Object.values(value).every(isNumber);
export const isString = (value: unknown): value is string => typeof value === 'string';

// Access to the storage throws if the user blocks it.
function read(key: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(key) ?? '{}');
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
}

function write(key: string, value: unknown): void {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The preferences last until the page is closed.
  }
}
