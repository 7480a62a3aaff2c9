import { useState } from 'preact/hooks';

/**
 * Returns the value and the listener of a text field for a value of another type. The text stays as the user types it
 * while it means the value.
 *
 * @param format Returns the same text for values with the same meaning.
 */
export function useTypedText<T>(
  value: T,
  onChange: (value: T) => void,
  { parse, format }: { readonly parse: (text: string) => T; readonly format: (value: T) => string },
) {
  const [text, setText] = useState(() => format(value));
  return {
    value: format(parse(text)) === format(value) ? text : format(value),
    onChange(typed: string) {
      setText(typed);
      onChange(parse(typed));
    },
  };
}
