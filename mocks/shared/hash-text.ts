/** Returns a whole number below 2^32 that depends only on a text (FNV-1a). It is not safe against people who guess. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}
