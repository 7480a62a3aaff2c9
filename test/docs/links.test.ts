import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { findRedirect, redirects } from '../../docs/.vitepress/theme/redirects.ts';
import { draw, printConsole } from '../../docs/generate/console-picture.ts';
import { drawDataModel } from '../../docs/generate/data-model-picture.ts';
import { anchor } from '../../docs/generate/markdown.ts';
import { operationNames } from '../../src/contract/operations.ts';
import { pages, root } from './pages.ts';

const read = (path: string) => readFileSync(join(root, path), 'utf8');

test('the picture of the console matches the output; if it does not, run npm run docs:generate', async () => {
  expect(read('docs/public/console.svg')).toBe(draw(await printConsole()));
});

test('the picture of the data model matches the tables; if it does not, run npm run docs:generate', () => {
  expect(read('docs/public/data-model.svg')).toBe(drawDataModel());
});

/** Returns the anchors of a page. */
function anchorsOf(page: string): string[] {
  // The page opens the operation that a link names.
  if (page === 'docs/live.md') return operationNames.map((name) => `#${name}`);
  const text = read(page).replace(/^ *(`{3,})[\s\S]*?^ *\1$/gm, '');
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => anchor(heading));
}

test.each(pages())('the links of %s resolve', (page) => {
  const links = [...read(page).matchAll(/\]\((?!\w+:|\/)([^)\s]+)/g)].map(([, link = '']) => link);
  const broken = links.filter((link) => {
    const [path = '', fragment] = link.split('#');
    const target = join(dirname(page), path);
    const file = path === '' ? page : target;
    if (!existsSync(join(root, file))) return true;
    return fragment !== undefined && file.endsWith('.md') && !anchorsOf(file).includes(`#${fragment}`);
  });
  expect(broken).toEqual([]);
});

// The page for contributors is about the tests.
const published = pages().filter((page) => page !== 'CONTRIBUTING.md');

test.each(published)('no link of %s leads into the tests', (page) => {
  const links = [...read(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => join(dirname(page), link));
  expect(links.filter((link) => link.startsWith('test/'))).toEqual([]);
});

test.each(pages())('each column of the tables of %s has a heading', (page) => {
  const text = read(page).replace(/^ *(`{3,})[\s\S]*?^ *\1$/gm, '');
  const heads = [...text.matchAll(/^\|(.*)\|\n\|[-:| ]+\|$/gm)].map(([, cells = '']) => cells.split(/(?<!\\)\|/));
  expect(heads.filter((cells) => cells.some((cell) => cell.trim() === ''))).toEqual([]);
});

test.each(Object.entries(redirects))('%s moved to %s', (from, to) => {
  const [[oldPage = '', oldFragment], [newPage = '', newFragment]] = [from.split('#'), to.split('#')];
  const isOldThere = existsSync(join(root, `docs${oldPage}.md`));
  if (oldFragment === undefined) expect(isOldThere).toBe(false);
  else if (isOldThere) expect(anchorsOf(`docs${oldPage}.md`)).not.toContain(`#${oldFragment}`);
  const anchors = anchorsOf(`docs${newPage}.md`);
  if (newFragment !== undefined) expect(anchors).toContain(`#${newFragment}`);
});

test('a page that moved keeps the fragment of a link, unless the heading moved to another page', () => {
  expect(findRedirect('/testing.html', '#playwright')).toBe('/end-to-end#playwright');
  expect(findRedirect('/testing', '#clock')).toBeUndefined();
  expect(findRedirect('/testing', '')).toBeUndefined();
});

test.each(['docs/architecture.md', 'docs/public/architecture.svg', 'docs/security.md', 'CONTRIBUTING.md'])(
  'every source file that %s names exists',
  (path) => {
    const named = [...read(path).matchAll(/\b(?:src|mocks|test|docs|bench)\/[\w./-]*[\w/]/g)].map(([name]) => name);
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !existsSync(join(root, name)))).toEqual([]);
  },
);
