import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { pages } from '../../mocks/workbench/pages/index.ts';

test('the documentation has a section for each page, with its title, in the order of the navigation', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/workbench-pages.md'), 'utf8');
  const headings = Array.from(text.matchAll(/^## (.+)$/gm), ([, heading = '']) => heading);
  const titles = pages.map(({ title }) => title);
  expect(headings.filter((heading) => titles.includes(heading))).toEqual(titles);
});
