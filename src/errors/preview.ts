/** Describes a value of a wrong type in an error message. */
export function preview(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(withoutCredentials(value).slice(0, 40));
  if (typeof value === 'function') return 'a function';
  if (Array.isArray(value)) return 'an array';
  if (typeof value !== 'object' || value === null) return String(value);
  const tag = tagOf(value);
  return tag === 'Object' ? 'an object' : tag;
}

/** Returns the built-in type of a value: `Object`, `Map`, `Null`. */
export function tagOf(value: unknown): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

/** Removes user names and passwords from the URLs of a text. */
export function withoutCredentials(text: string): string {
  return text.slice(0, 2000).replace(/(https?:[\\/]*|\/\/)[^\s\\/?#]*@/gi, '$1');
}
