/** A part of a text with one color. */
export interface Token {
  readonly text: string;
  readonly kind: 'key' | 'bracketed' | 'string' | 'literal' | 'keyword' | 'plain';
}

/** Strings and keys, numbers, and words, of JSON and of TypeScript. */
const pattern =
  /(?<text>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')(?=(?<colon>\s*:)?)|(?<literal>-?\b\d[\d.]*(?:[eE][+-]?\d+)?\b|\b(?:true|false|null)\b)|(?<keyword>\b(?:const|await|interface|string|number|boolean|unknown)\b)/g;

/** Splits a text at the parts that have a color. Keys in brackets have one of their own. */
export function highlight(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    const [found] = match;
    if (match.index > end) tokens.push({ text: text.slice(end, match.index), kind: 'plain' });
    tokens.push({ text: found, kind: kindOf(found, match.groups ?? {}) });
    end = match.index + found.length;
  }
  return [...tokens, { text: text.slice(end), kind: 'plain' }];
}

function kindOf(found: string, groups: Readonly<Record<string, string | undefined>>): Token['kind'] {
  if (groups['keyword']) return 'keyword';
  if (groups['literal']) return 'literal';
  if (!groups['colon']) return 'string';
  return found.includes('[') ? 'bracketed' : 'key';
}
