import { unprintable } from '../../src/contract/printable.ts';

/** Returns JSON that is safe to print, for the same value. */
export function printableJson(value: unknown, space?: number): string {
  return JSON.stringify(value, null, space).replace(unprintable, (character) =>
    // A line break of the layout. Those in texts are escaped.
    character === '\n' ? character : Array.from({ length: character.length }, (_, at) => unit(character, at)).join(''),
  );
}

function unit(text: string, at: number): string {
  return `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
}
