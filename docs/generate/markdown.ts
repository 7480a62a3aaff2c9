/** The Markdown that the generated pages are made of. */

/** Code within a line. */
export function code(text: string): string {
  return `\`${text}\``;
}

/** A block of code. */
export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** A table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** Where a heading is on its page, as GitHub and the site write it: `#productsupdate`. */
export function anchor(heading: string): string {
  return `#${heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')}`;
}
