import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { socialTags } from '../../docs/.vitepress/social-tags.ts';
import { root } from './pages.ts';

/** Returns the contents of the tags of a page by their names. */
function tagsOf(path: string, site?: string): Record<string, string | undefined> {
  const tags = socialTags({ path, title: 'Client', description: 'Call the service.' }, site);
  return Object.fromEntries(tags.map(([, { property, name, content }]) => [property ?? name, content]));
}

test('without the address of the site, a link has no picture', () => {
  expect(tagsOf('client.md')).toEqual({
    'og:type': 'article',
    'og:site_name': 'masterdata-sdk',
    'og:title': 'Client',
    'og:description': 'Call the service.',
    'twitter:card': 'summary',
  });
});

test.each([
  ['index.md', 'https://docs.example.com/sdk/'],
  ['client.md', 'https://docs.example.com/sdk/client'],
  ['resources/index.md', 'https://docs.example.com/sdk/resources/'],
])('%s has absolute addresses, whether that of the site ends with a slash or not', (path, url) => {
  for (const site of ['https://docs.example.com/sdk', 'https://docs.example.com/sdk/']) {
    expect(tagsOf(path, site)).toMatchObject({
      'og:url': url,
      'og:image': 'https://docs.example.com/sdk/social.png',
      'twitter:card': 'summary_large_image',
    });
  }
});

test('the picture has the size that the tags state', () => {
  const png = readFileSync(join(root, 'docs/public/social.png'));
  expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
});
