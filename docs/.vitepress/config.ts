/** The documentation site: `npm run docs` builds it, and `npm run docs:dev` serves it while you write. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { parseArgs } from 'node:util';
import { type DefaultTheme, defineConfig, type UserConfig } from 'vitepress';
import llmstxt from 'vitepress-plugin-llms';
import packageJson from '../../package.json' with { type: 'json' };
import { repositoryUrl } from '../../release/repository-links.ts';
import { anchor } from '../generate/markdown.ts';
import { withPackageManagers } from '../generate/package-managers.ts';
import { descriptionOf } from '../generate/page-description.ts';
import { readPictureSize } from '../generate/picture-size.ts';
import { labelCells } from './label-cells.ts';
import { socialTags } from './social-tags.ts';

/** A plugin for the version of Vite that VitePress contains. */
type VitePlugin = Extract<NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number], { name: string }>;

const docs = join(import.meta.dirname, '..');

/** Files in the root of the repository, and the pages that include them. */
const included: Readonly<Record<string, string>> = {
  'CHANGELOG.md': 'changelog.md',
  'CONTRIBUTING.md': 'contributing.md',
  'README.md': 'index.md',
};

/** The mark of the workbench is also that of the site. */
const icon = `data:image/svg+xml,${encodeURIComponent(readFileSync(join(docs, '../mocks/workbench/icon.svg'), 'utf8'))}`;

/** Undefined until `package.json` or git names a repository. */
const repository = repositoryUrl(join(docs, '..'));

/** The address of the site. Undefined until `package.json` has it. */
const { homepage }: { readonly name: string; readonly homepage?: string } = packageJson;

/** Pages whose text is not in `docs`, or is generated. */
const withoutSource = /^(?:api|resources)\/|^(?:changelog|contributing|coverage)\.md$/;

const guide: DefaultTheme.SidebarItem[] = [
  group('Start', [
    page('Getting started', 'getting-started'),
    page('Live example', 'live'),
    page('Recipes', 'recipes'),
    page('Troubleshooting', 'troubleshooting'),
    page('Migrate from raw fetch', 'migration'),
    page('Comparison with other clients and mocks', 'comparison'),
  ]),
  group('Client', [
    page('Calls and options', 'client'),
    page('Lists and bulk operations', 'lists'),
    page('Errors', 'errors'),
    page('Retries and timeouts', 'retries'),
    page('Tracing and logging', 'observability'),
  ]),
  group('Front end', [
    page('Front ends', 'front-end'),
    page('Vite and React', 'react'),
    page('Next.js', 'nextjs'),
    page('SvelteKit, Nuxt, Angular and others', 'frameworks'),
    page('Mock in the browser', 'browser'),
    page('Form errors', 'forms'),
    page('Components and Storybook', 'components'),
  ]),
  group('Tests', [
    page('Test with the mock', 'testing'),
    page('Vitest, Jest and other test runners', 'test-runners'),
    page('Seed records', 'seeding'),
    page('Import a spreadsheet', 'import'),
    page('Start from your own data', 'pull'),
    page('Snapshots', 'snapshots'),
    page('Simulate failures', 'faults'),
    page('Add custom endpoints', 'own-operations'),
    page('Assert requests', 'matchers'),
    page('End-to-end tests', 'end-to-end'),
  ]),
  group('Mock server', [
    page('Run the mock as a server', 'server'),
    page('Options of the mock server', 'server-options'),
    page('Workbench', 'workbench'),
    page('Pages of the workbench', 'workbench-pages'),
    page('Persistence', 'persistence'),
    page('Remote control', 'remote'),
    page('Coding agents', 'coding-agents'),
    page('Sandboxes', 'sandboxes'),
    page('Host sandboxes on Cloudflare', 'hosting'),
    page('Security', 'security'),
    page('Server limits', 'limits'),
  ]),
  group('Match your server', [
    page('Conformance kit', 'conformance'),
    page('Options of the conformance kit', 'conformance-options'),
    page('What the conformance kit checks', 'conformance-checks'),
    page('Policies', 'policies'),
    page('Coverage of the specification', 'coverage'),
  ]),
  group('Resources', [
    page('Resources', 'resources/index'),
    page('Customers', 'resources/customers'),
    page('Contacts', 'resources/contacts'),
    page('Addresses', 'resources/addresses'),
    page('Categories', 'resources/categories'),
    page('Catalogs', 'resources/catalogs'),
    page('Product parents', 'resources/product-parents'),
    page('Products', 'resources/products'),
    page('Prices', 'resources/prices'),
    page('Payment terms', 'resources/payment-terms'),
  ]),
  group('Reference', [
    { text: 'API', link: '/api/' },
    page('OpenAPI document', 'openapi'),
    page('Frequently asked questions', 'faq'),
    page('Glossary', 'glossary'),
    page('Runtimes', 'runtimes'),
    page('Requirements and support', 'support'),
    page('Benchmarks', 'benchmarks'),
    page('Changelog', 'changelog'),
  ]),
  group('Contributing', [page('Contributing', 'contributing'), page('Architecture', 'architecture')]),
];

/** A part of the sidebar. The parts that do not contain the current page are closed, except the first. */
function group(text: string, items: DefaultTheme.SidebarItem[]): DefaultTheme.SidebarItem {
  return { text, items, collapsed: text !== 'Start' };
}

/** Links to a page, and checks that it exists: VitePress finds dead links in pages, but not in the sidebar. */
function page(text: string, name: string): DefaultTheme.SidebarItem {
  if (!existsSync(join(docs, `${name}.md`)))
    throw new Error(`docs/${name}.md: no such file. Change the sidebar in docs/.vitepress/config.ts.`);
  return { text, link: `/${name.replace(/index$/, '')}` };
}

/** The navigation that typedoc writes. A module contains its submodules and its categories. */
interface Navigation {
  readonly title: string;
  readonly path?: string | null;
  readonly children?: readonly Navigation[];
}

/** Returns the sidebars of the API reference: on the pages of a module, its names by category. */
function reference(): DefaultTheme.SidebarMulti {
  const file = join(docs, 'api/navigation.json');
  if (!existsSync(file)) throw new Error('docs/api: no such folder. Run `npm run docs`, which creates it.');
  const modules = modulesIn(JSON.parse(readFileSync(file, 'utf8')));
  const sidebar = (open?: string): DefaultTheme.SidebarItem[] => [
    { text: '← Guide', link: '/getting-started' },
    {
      text: 'API reference',
      link: '/api/',
      items: [...modules].map(([name, items]) => ({
        text: name.replace(/^masterdata-sdk(?=\/)/, ''),
        link: `/api/${name}/`,
        ...(name === open && { items, collapsed: false }),
      })),
    },
  ];
  return {
    '/api/': sidebar(),
    ...Object.fromEntries([...modules.keys()].map((name) => [`/api/${name}/`, sidebar(name)])),
  };
}

/** Returns the contents of each module by its name, for example `masterdata-sdk/mock`. */
function modulesIn(navigation: readonly Navigation[]): Map<string, DefaultTheme.SidebarItem[]> {
  const isModule = ({ path }: Navigation) => path?.endsWith('/index.md') === true;
  const item = ({ title, path, children }: Navigation): DefaultTheme.SidebarItem => ({
    text: title,
    ...(path && { link: `/api/${path.replace(/\.md$/, '')}` }),
    ...(children && { items: children.map(item), collapsed: false }),
  });
  return new Map(
    navigation
      .filter(isModule)
      .flatMap(({ path, children = [] }) => [
        [posix.dirname(path ?? ''), children.filter((child) => !isModule(child)).map(item)] as const,
        ...modulesIn(children),
      ]),
  );
}

/**
 * Resolves a link between files of the repository to a page of the site. Returns `undefined` if the file is not a page,
 * and other links unchanged.
 */
function siteLink(href: string, relativePath: string): string | undefined {
  const [path = '', fragment] = href.split('#');
  if (path === '' || /^(?:\w+:|\/)/.test(path)) return href;
  const isIncluded = relativePath !== 'index.md' && Object.values(included).includes(relativePath);
  const target = posix.join(isIncluded ? '.' : posix.join('docs', posix.dirname(relativePath)), path);
  const found = included[target] ?? /^docs\/(.+\.md)$/.exec(target)?.[1];
  if (found !== undefined) return `/${found}${fragment === undefined ? '' : `#${fragment}`}`;
  if (!existsSync(join(docs, '..', target))) throw new Error(`${relativePath}: broken link ${href}`);
  return undefined;
}

/** Builds the live example: it runs only in a browser, and imports the stylesheets of the workbench as text. */
const liveExample: VitePlugin = {
  name: 'live-example',
  enforce: 'pre',
  async resolveId(source, importer = '', { ssr = false }) {
    if (ssr && source.endsWith('/live-example.vue')) return { id: source, external: true };
    if (!source.endsWith('.css') || !importer.includes('/mocks/workbench/')) return null;
    const resolved = await this.resolve(source, importer, { skipSelf: true });
    return resolved && `${resolved.id}?inline`;
  },
};

const description = 'A typed TypeScript client for the Commercial Master-Data API, with an in-memory mock server.';

/** The path of the site, without a slash at the end. The plugin does not know the argument of VitePress. */
const basePath = (parseArgs({ options: { base: { type: 'string' } }, strict: false }).values.base ?? '')
  .toString()
  .replace(/\/$/, '');

/** Writes the Markdown of each page next to its HTML, and `llms.txt` and `llms-full.txt` for coding agents. */
const markdownFiles = llmstxt({
  description,
  details: 'The first paragraph of each page says what the page is for. `llms-full.txt` has the text of all guides.',
  // The reference is long, and mostly types. Agents find it in the package.
  ignoreFilesPerOutput: { llmsTxt: ['api/**'], llmsFullTxt: ['api/**', 'benchmarks.md', 'changelog.md', 'live.md'] },
  // Without the sidebars of the reference, whose pages are in no output.
  sidebar: { '/': guide },
  domain: basePath,
  injectLLMHint: false,
});

export default defineConfig({
  title: 'masterdata-sdk',
  description,
  lang: 'en',
  srcExclude: ['generate/**'],
  cleanUrls: true,
  head: [['link', { rel: 'icon', href: icon }]],
  markdown: {
    // The comments of the standard themes have too little contrast.
    theme: { light: 'github-light-default', dark: 'github-dark-default' },
    // Use GitHub's anchors, so that links to headings work in both places.
    anchor: { slugify: (heading) => anchor(heading).slice(1) },
    config(md) {
      // If a name is too long for its column, it breaks after an underscore.
      const { code_inline: renderCode } = md.renderer.rules;
      if (renderCode) md.renderer.rules.code_inline = (...code) => renderCode(...code).replaceAll('_', '_<wbr>');
      md.core.ruler.before('normalize', 'package-managers', (state) => {
        state.src = withPackageManagers(state.src);
      });
      md.core.ruler.push('labels-of-cells', ({ tokens }) => labelCells(tokens));
      md.core.ruler.push('sizes-of-pictures', ({ tokens }) => {
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          const [, name] = /^(?:\/|public\/)([^/]+)$/.exec(token.attrGet('src') ?? '') ?? [];
          if (token.type !== 'image' || name === undefined) continue;
          const { width, height } = readPictureSize(join(docs, 'public', name));
          token.attrSet('width', String(width));
          token.attrSet('height', String(height));
        }
      });
      md.core.ruler.push('links-of-the-repository', ({ tokens, env }) => {
        let leadsNowhere = false;
        for (const token of tokens.flatMap(({ children }) => children ?? [])) {
          if (token.type === 'link_open') {
            const href = siteLink(token.attrGet('href') ?? '', env.relativePath);
            leadsNowhere = href === undefined;
            token.attrs = href === undefined ? [] : [['href', href]];
          }
          if (leadsNowhere && /^link_/.test(token.type)) token.tag = 'span';
        }
      });
    },
  },
  vite: {
    // The search index is one large file, loaded with the first search.
    build: {
      chunkSizeWarningLimit: 1000,
      rollupOptions: {
        onwarn(warning, warn) {
          // Comments in zod, for other bundlers.
          if (warning.code !== 'INVALID_ANNOTATION') warn(warning);
        },
      },
    },
    plugins: [liveExample, markdownFiles],
  },
  transformPageData(page) {
    // These pages need the whole width, and their tables list the headings.
    if (/^coverage|^policies|^resources\/(?!index)/.test(page.relativePath)) page.frontmatter['aside'] = false;
    if (withoutSource.test(page.relativePath)) page.frontmatter['editLink'] = false;
    if (page.relativePath.startsWith('api/')) page.frontmatter['pageClass'] = 'reference';
    const source = Object.entries(included).find(([, path]) => path === page.relativePath)?.[0];
    const text = readFileSync(source ? join(docs, '..', source) : join(docs, page.filePath), 'utf8');
    const description = descriptionOf(text);
    if (description !== undefined) page.description = description;
  },
  transformHead: ({ page, title, description }) => socialTags({ path: page, title, description }, homepage),
  themeConfig: {
    logo: { src: icon, alt: '' },
    nav: [
      { text: 'Guide', link: '/getting-started' },
      { text: 'Live example', link: '/live' },
      { text: 'Front end', link: '/front-end' },
      { text: 'Tests', link: '/testing' },
      { text: 'Resources', link: '/resources/' },
      { text: 'API', link: '/api/' },
      { text: `v${packageJson.version}`, link: '/changelog' },
    ],
    sidebar: { '/': guide, ...reference() },
    outline: [2, 3],
    ...(repository?.startsWith('https:') && {
      editLink: { text: 'Edit this page', pattern: `${repository}/edit/main/docs/:path` },
    }),
    externalLinkIcon: true,
    search: {
      provider: 'local',
      options: {
        miniSearch: {
          searchOptions: {
            // Guides explain a term. These pages only list it. The page gets the function as text, without its scope.
            boostDocument: (id: string) =>
              /\/(?:api\/|coverage|benchmarks|changelog|contributing|architecture)/.test(id) ? 0.3 : 1,
          },
        },
      },
    },
    footer: { message: `Version ${packageJson.version}, MIT license` },
  },
});
