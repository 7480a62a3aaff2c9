/** A token of markdown-it. */
export interface Token {
  readonly type: string;
  readonly content: string;
  attrSet(name: string, value: string): void;
}

/** Gives each cell of a table the heading of its column as `data-label`, which cards show on phones. */
export function labelCells(tokens: readonly Token[]): void {
  let headings: string[] = [];
  let column = 0;
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'table_open') headings = [];
    if (token.type === 'th_open') headings.push(plainText(tokens[index + 1]?.content ?? ''));
    if (token.type === 'tr_open') column = 0;
    if (token.type === 'td_open') {
      token.attrSet('data-label', headings[column] ?? '');
      column += 1;
    }
  }
}

function plainText(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '');
}
