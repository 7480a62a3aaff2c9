/** Formats a value as a JavaScript literal, like a person would write it. */
export function toLiteral(value: unknown, indent = ''): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]';
    return `[\n${value.map((each) => `${inner}${toLiteral(each, inner)},\n`).join('')}${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).filter(([, each]) => each !== undefined);
    if (entries.length === 0) return '{}';
    const lines = entries.map(([key, each]) => `${inner}${toKey(key)}: ${toLiteral(each, inner)},\n`);
    return `{\n${lines.join('')}${indent}}`;
  }
  return typeof value === 'string' ? quote(value) : String(value);
}

function toKey(key: string): string {
  // An object literal would set the prototype.
  if (key === '__proto__') return "['__proto__']";
  return /^[A-Za-z_$][\w$]*$/.test(key) ? key : quote(key);
}

/** Quotes a text for JavaScript with single quotes. */
export function quote(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`;
}
