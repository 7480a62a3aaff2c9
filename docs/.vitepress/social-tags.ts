import type { HeadConfig } from 'vitepress';

/** A page of the site. */
interface Page {
  /** The path of the file in `docs`, for example `resources/index.md`. */
  readonly path: string;
  readonly title: string;
  readonly description: string;
}

/**
 * Returns the tags with which other sites show a link to a page. They need absolute addresses. Without the address of
 * the site, they have no picture.
 */
export function socialTags({ path, title, description }: Page, site: string | undefined): HeadConfig[] {
  const properties: [property: string, content: string][] = [
    ['og:type', path === 'index.md' ? 'website' : 'article'],
    ['og:site_name', 'masterdata-sdk'],
    ['og:title', title],
    ['og:description', description],
  ];
  if (site !== undefined) {
    const base = site.endsWith('/') ? site : `${site}/`;
    properties.push(
      ['og:url', new URL(path.replace(/(?:(?<=^|\/)index)?\.md$/, ''), base).href],
      ['og:image', new URL('social.png', base).href],
      ['og:image:width', '1200'],
      ['og:image:height', '630'],
      ['og:image:alt', 'masterdata-sdk: a typed client for the Commercial Master-Data API, with a mock server'],
    );
  }
  const card = site === undefined ? 'summary' : 'summary_large_image';
  return [
    ...properties.map(([property, content]): HeadConfig => ['meta', { property, content }]),
    ['meta', { name: 'twitter:card', content: card }],
  ];
}
