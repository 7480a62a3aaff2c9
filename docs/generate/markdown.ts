/** Returns inline code. */
export function code(text: string): string {
  return `\`${text}\``;
}

/** Returns a code block. */
export function block(language: string, text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** Returns a table. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** Returns the anchor of a heading as on GitHub and the site: `#productsupdate`. */
export function anchor(heading: string): string {
  return `#${heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')}`;
}
