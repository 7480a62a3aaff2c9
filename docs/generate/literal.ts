/** The language of the code. */
export type Notation = 'typescript' | 'json';

const width = 100;

/**
 * Returns a JSON value as code: on one line if it fits, otherwise one line per entry. `before` is the length of the
 * text before it on the first line.
 */
export function literal(value: unknown, notation: Notation, indent = '', before = indent.length): string {
  if (typeof value !== 'object' || value === null) return scalar(value, notation);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  const inner = `${indent}  `;
  const entries = Array.isArray(value)
    ? value.map((entry) => ({ name: '', entry }))
    : Object.entries(value).map(([key, entry]) => ({ name: `${keyOf(key, notation)}: `, entry }));
  if (entries.length === 0) return open + close;

  const flat = entries.map(({ name, entry }) => name + literal(entry, notation));
  const space = Array.isArray(value) ? '' : ' ';
  const line = `${open}${space}${flat.join(', ')}${space}${close}`;
  if (before + line.length < width && !line.includes('\n')) return line;

  const last = notation === 'typescript' ? ',' : '';
  const lines = entries.map(({ name, entry }) => {
    const start = inner + name;
    return start + literal(entry, notation, inner, start.length);
  });
  return `${open}\n${lines.join(',\n')}${last}\n${indent}${close}`;
}

function keyOf(key: string, notation: Notation): string {
  return notation === 'typescript' && /^[A-Za-z_]\w*$/.test(key) ? key : scalar(key, notation);
}

function scalar(value: unknown, notation: Notation): string {
  const json = JSON.stringify(value);
  return notation === 'typescript' && typeof value === 'string' && !/['\\]/.test(json)
    ? `'${json.slice(1, -1).replaceAll('\\"', '"')}'`
    : json;
}
