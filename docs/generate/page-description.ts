const maxLength = 200;

/** Returns the first sentences of a page as plain text. Undefined if no paragraph follows its heading. */
export function descriptionOf(markdown: string): string | undefined {
  const [, body = ''] = markdown.split(/^# .*$/m);
  const paragraph = body
    .replaceAll(/<!--[\s\S]*?-->/g, '')
    .split(/\n{2,}/)
    .map((text) => text.trim())
    .find((text) => /^[\w`*[]/.test(text));
  if (paragraph === undefined) return undefined;
  const sentences = plainText(paragraph).split(/(?<=[.:]) (?=[A-Z`])/);
  let description = sentences[0] ?? '';
  for (const sentence of sentences.slice(1)) {
    if (description.length + sentence.length >= maxLength) break;
    description += ` ${sentence}`;
  }
  return description.replace(/:$/, '.');
}

function plainText(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*`\\]/g, '')
    .replaceAll(/\s+/g, ' ');
}
