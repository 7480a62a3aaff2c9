import { unprintable } from '../../src/contract/printable.ts';

/** A piece of HTML. */
export class Html {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | readonly Html[] | string | number;

/** A template of HTML in which every value that is not HTML is escaped. */
export function html(strings: TemplateStringsArray, ...values: readonly Value[]): Html {
  return new Html(strings.reduce((text, part, index) => text + toHtml(values[index - 1] ?? '') + part));
}

function toHtml(value: Value): string {
  if (value instanceof Html) return value.text;
  if (typeof value === 'object') return value.map(({ text }) => text).join('\n');
  return escapeMarkup(String(value));
}

/** Escapes text for HTML and XML, also in double quotes. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}

/** Quotes an argument for a POSIX shell, if it needs quotes. */
export function shellQuote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

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
