/** A key with modifiers. */
export interface KeyboardShortcut {
  /** `KeyboardEvent.code`, which does not depend on what Alt or Shift make of the key. */
  readonly code: string;
  readonly modifiers: ReadonlySet<string>;
}

const modifierNames = ['Alt', 'Ctrl', 'Meta', 'Shift'] as const;

/**
 * Parses a combination of keys, for example `Alt+Shift+M`.
 *
 * @throws A TypeError if it is not one.
 */
export function parseShortcut(text: string): KeyboardShortcut {
  const parts = String(text).split('+');
  const key = parts.pop() ?? '';
  const isModifier = (part: string) => modifierNames.some((name) => name === part);
  if (!/^(?:[A-Z0-9]|F\d{1,2}|[A-Z][A-Za-z]+)$/.test(key) || isModifier(key) || !parts.every(isModifier)) {
    throw new TypeError(
      `toggleKey: must be a key with modifiers, like Alt+Shift+M or F9, received ${JSON.stringify(text)}. ` +
        `Valid modifiers: ${modifierNames.join(', ')}.`,
    );
  }
  const code = /^[A-Z]$/.test(key) ? `Key${key}` : /^\d$/.test(key) ? `Digit${key}` : key;
  return { code, modifiers: new Set(parts) };
}

export function matchesShortcut(event: KeyboardEvent, { code, modifiers }: KeyboardShortcut): boolean {
  return (
    event.code === code &&
    event.altKey === modifiers.has('Alt') &&
    event.ctrlKey === modifiers.has('Ctrl') &&
    event.metaKey === modifiers.has('Meta') &&
    event.shiftKey === modifiers.has('Shift')
  );
}
