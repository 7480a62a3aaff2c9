/** Guides stay short: a reader with a task reads a page, and looks the rest up on a page of reference. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pages, root } from './pages.ts';

const limit = 1800;

/** Pages of reference, pages with results, and texts for contributors. */
const exempt = /^CONTRIBUTING|architecture|benchmarks|coverage|troubleshooting|workbench-pages|\/resources\//;

/** Counts the words of a page without its code and comments. */
function countWords(page: string): number {
  const text = readFileSync(join(root, page), 'utf8').replace(/^ *(`{3,})[\s\S]*?^ *\1$/gm, '');
  return text
    .replace(/<!--.*?-->/g, '')
    .split(/\s+/)
    .filter(Boolean).length;
}

test.each(pages().filter((page) => !exempt.test(page)))(`%s has at most ${limit} words`, (page) => {
  expect(countWords(page)).toBeLessThanOrEqual(limit);
});
