import { effect, type Signal, signal } from '@preact/signals';
import { isObject, parseJson } from '../../shared/json.ts';
import { readItem, writeItem } from './storage.ts';

/** Signals that are stored in the browser under a name and restored on the next visit. */
export class Preferences {
  readonly #key: string;
  readonly #values: Record<string, unknown>;
  readonly #signals = new Map<string, Signal<unknown>>();

  /** @param key The key in `localStorage`. */
  constructor(key: string) {
    this.#key = key;
    const stored = parseJson(readItem('localStorage', key));
    this.#values = isObject(stored) ? stored : {};
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
      writeItem('localStorage', this.#key, this.#values);
    });
    return created;
  }
}

export const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean';
export const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
export const isWidths = (value: unknown): value is Record<string, number> =>
  isObject(value) && Object.values(value).every(isNumber);
export const isString = (value: unknown): value is string => typeof value === 'string';
