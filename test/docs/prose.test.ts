import { expect, test } from 'vitest';
import { flawsOfPage, flawsOfSource } from './prose.ts';

/** A word to avoid, in parts, because this file is checked too. */
const word = ['ref', 'use'].join('');
const flaw = `"${word}"; use reject, error`;

test('a page is checked without its code', () => {
  const page = `The ${word}\n\`the ${word}\`\n\n\`\`\`ts\n${word}\n\`\`\`\n\nThe second ${word}.`;
  expect(flawsOfPage(page)).toEqual([`1: ${flaw}`, `8: ${flaw}`]);
  expect(flawsOfPage(`| avoid | use |\n|---|---|\n| ${word} | reject |\n`)).toEqual([]);
});

test('a source file is checked in its comments, and in the titles of its tests', () => {
  const source = `const ${word} = 1; // the \`${word}\`\n\n/**\n * The\n * ${word}.\n */\ntest('a ${word}', () => {});\n`;
  expect(flawsOfSource(source, false)).toEqual([`5: ${flaw}`]);
  expect(flawsOfSource(source, true)).toEqual([`5: ${flaw}`, `7: ${flaw}`]);
});

test('a doc comment starts with a verb or a noun, and fits in its width', () => {
  expect(flawsOfSource(`\n/${'**'} What it returns. */`, false)).toEqual([
    '2: "/** What it returns. */"; start with a verb or a noun',
  ]);
  const long = 'x'.repeat(120);
  expect(flawsOfSource(`  // ${long}`, false)).toEqual(['1: a comment of more than 120 characters']);
  expect(flawsOfSource(`'${long}'`, false)).toEqual([]);
});
