/** Pages and headings that moved, with their new paths. A static site cannot redirect, so the page does. */
export const redirects: Readonly<Record<string, string>> = {
  '/testing#bun-and-deno': '/test-runners#bun',
  '/testing#cypress': '/end-to-end#cypress',
  '/testing#journal': '/matchers#journal',
  '/testing#matchers': '/matchers#matchers',
  '/testing#playwright': '/end-to-end#playwright',
  '/testing#set-up-the-matchers': '/matchers#set-up-the-matchers',
};

/** Returns the new path of a location, both without the base path of the site. A moved page keeps its fragment. */
export function findRedirect(pathname: string, fragment: string): string | undefined {
  const page = pathname.replace(/\.html$/, '');
  const moved = redirects[page + fragment];
  if (moved !== undefined) return moved;
  const target = redirects[page];
  return target && target + (target.includes('#') ? '' : fragment);
}
