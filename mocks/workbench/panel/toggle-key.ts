/** A key with modifiers. */
export interface KeyboardShortcut {
  /** The name of the key: a letter, a digit, or `KeyboardEvent.code` of another key. */
  readonly key: string;
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
  return { key, modifiers: new Set(parts) };
}

export function matchesShortcut(event: KeyboardEvent, { key, modifiers }: KeyboardShortcut): boolean {
  return (
    keyOf(event) === key &&
    event.altKey === modifiers.has('Alt') &&
    event.ctrlKey === modifiers.has('Ctrl') &&
    event.metaKey === modifiers.has('Meta') &&
    event.shiftKey === modifiers.has('Shift')
  );
}

/**
 * Returns the name of a key as its label says. Some layouts move the letters. On others, Alt or Shift makes another
 * character of the key, or it has no Latin letter: then its place on the keyboard counts.
 */
function keyOf({ key, code }: KeyboardEvent): string {
  if (/^[a-z\d]$/i.test(key)) return key.toUpperCase();
  if (/^[!-~]$/.test(key) && code.startsWith('Key')) return key;
  return code.replace(/^(?:Key|Digit)(?=.$)/, '');
}
