/**
 * Returns the target of the first link of a `Link` header (RFC 8288) that has a relation, for example `next`. The
 * target can be relative. Several headers are one header, joined by commas.
 *
 * Skips a link whose `anchor` names another resource than `url`, the URL of the response.
 */
export function findLink(header: string | null | undefined, relation: string, url: string): string | undefined {
  for (const link of split(header ?? '', ',')) {
    const [reference = '', ...parameters] = split(link, ';');
    const target = /^\s*<([^>]*)>\s*$/.exec(reference)?.[1];
    const given = new Map<string, string>();
    for (const parameter of parameters) {
      const [name = '', ...value] = parameter.split('=');
      const key = name.trim().toLowerCase();
      // If a parameter is repeated, the first one counts.
      if (!given.has(key)) given.set(key, unquote(value.join('=').trim()));
    }
    const isRelated = given.get('rel')?.toLowerCase().split(/\s+/).includes(relation);
    if (target !== undefined && isRelated && isSameUrl(given.get('anchor') ?? url, url)) return target;
  }
  return undefined;
}

/** Splits at a separator outside of quotes and angle brackets. Each alternative also ends if it is not closed. */
function split(text: string, separator: string): readonly string[] {
  return text.match(new RegExp(`(?:"(?:[^"\\\\]|\\\\.?)*(?:"|$)|<[^>]*(?:>|$)|[^${separator}])+`, 'gs')) ?? [];
}

function unquote(value: string): string {
  return value.startsWith('"') ? value.replace(/^"|"$/g, '').replace(/\\(.)/gs, '$1') : value;
}

function isSameUrl(reference: string, url: string): boolean {
  return URL.canParse(reference, url) && new URL(reference, url).href === new URL(url).href;
}
