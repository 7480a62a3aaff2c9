/** Keeps docs/troubleshooting.md up to date: each message must still be in the code. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './pages.ts';

const page = readFileSync(join(root, 'docs/troubleshooting.md'), 'utf8');

/** The headings, each with the comment that may follow: `code` has the fixed part, `from` another program. */
const messages = Array.from(
  page.matchAll(/^### `+ ?(.+?) ?`+\n\n(?:<!-- (code|from): (.+) -->)?/gm),
  ([, heading = '', kind, text]) => ({ heading, kind, text: kind === 'code' ? text : heading }),
);

const sources = globSync('{src,mocks}/**/*.ts', { cwd: root })
  .map((file) => readFileSync(join(root, file), 'utf8'))
  // Long messages are split into several lines.
  .map((source) => source.replace(/['`"] \+\n\s*['`"]/g, ''));

test('every heading below a section is a message', () => {
  expect(messages.length).toBe(page.match(/^### /gm)?.length);
  expect(messages.length).toBeGreaterThan(30);
});

test.each(messages.filter(({ kind }) => kind !== 'from'))('the code has the message "$heading"', ({ text = '' }) => {
  expect(sources.filter((source) => source.includes(text))).not.toEqual([]);
});

test.each(messages.filter(({ kind }) => kind === 'code'))('"$heading" contains its fixed part', ({ heading, text }) => {
  expect(heading).toContain(text);
});
