/** The part of the writing style in CONTRIBUTING.md that a pattern can check. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { root } from './pages.ts';

/** Pages, whose whole text is checked. */
const pages = globSync(['docs/*.md', '*.md', '.changeset/*.md'], {
  cwd: root,
}).sort();

const generated = /\/node_modules\/|\/\.vitepress\/(?:dist|cache)\//;

/** Source files. Their comments are checked, and the titles of their tests. */
const sources = globSync('{src,mocks,docs/generate,docs/.vitepress,test,bench,examples,release,tools}/**/*.{ts,tsx}', {
  cwd: root,
})
  .filter((file) => !generated.test(file))
  .sort();

const maxWidth = 120;

/** Words to avoid, and words to use instead. */
const avoided: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/\banswer(?:s|ed|ing)?\b/gi, 'response, respond, return'],
  [/(?<!\bconnections? )\brefus(?:e|es|ed|al|als|ing)\b/gi, 'reject, error'],
  [/\b(?:strike|strikes|striking|struck)\b/gi, 'apply, inject'],
  [/\bplant(?:s|ed|ing)?\b/gi, 'seed, insert'],
  [/\b(?:hold|holds|held|holding)\s+(?:[\w`.]+\s+){0,4}against\b/gi, 'validate against'],
  [/\b(?:is|are|was|were|be|been) (?:told|asked)\b/gi, 'is called with, is requested'],
  [/\bwaited for\b/gi, 'awaited'],
  [/\b(?:whoever|whomever)\b/gi, 'anyone'],
  [/\bbe it\b/gi, 'whether'],
  [/\bto be had\b/gi, 'available'],
  [/\banew\b/gi, 'again'],
  [/\bheed(?:s|ed|ing)?\b/gi, 'respect'],
  [/(?<!, )\bso (?:many|often)\b/gi, 'the given number of'],
  [/\bbeside\b/gi, 'next to, in addition to'],
  [/\bbegun\b/gi, 'started'],
  [/(?<!\bleft |\bleaves? \w+ )\balone\b/gi, 'only'],
  [/\bbehaviour/gi, 'behavior'],
  [/\b(?:\w*colour|favour|honour|neighbour)\w*/gi, 'color, favor, honor, neighbor'],
  [/\b\w+(?:alise|ialise|ognise|nalise|malise|imise)(?:s|d)?\b/gi, '-ize'],
  [
    /\b(?:licence|centre|artefact|grey|catalogue|whilst|amongst|labelled(?!by)|cancelled|modelled)\w*\b/gi,
    'American spelling',
  ],
];

const blank = (text: string) => text.replaceAll(/[^\n]/g, '');

/** The text of a page without its code, and without the table of words to avoid. Lines keep their numbers. */
function proseOf(path: string): string {
  return readFileSync(join(root, path), 'utf8')
    .replaceAll(/^ *(`{3,})[\s\S]*?^ *\1$/gm, blank)
    .replaceAll(/`[^`\n]+`/g, '')
    .replace(/^ *\| avoid \| use \|\n(?: *\|.*\n)+/m, blank);
}

/** The comments of a source file without inline code. Lines keep their numbers. */
function commentsOf(path: string): string {
  const text = readFileSync(join(root, path), 'utf8');
  const comments = /(?<=^|\s)\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
  let kept = '';
  let at = 0;
  for (const match of text.matchAll(comments)) {
    kept += blank(text.slice(at, match.index)) + match[0];
    at = match.index + match[0].length;
  }
  return kept.replaceAll(/`[^`\n]+`/g, '');
}

/** The titles of the tests in a source file. Lines keep their numbers. */
function titlesOf(path: string): string {
  const text = readFileSync(join(root, path), 'utf8');
  let kept = '';
  let at = 0;
  for (const match of text.matchAll(/(?:\b(?:test|describe|it)(?:\.\w+)*|\))\(\s*(?:'[^'\n]+'|"[^"\n]+"|`[^`\n]+`)/g)) {
    kept += blank(text.slice(at, match.index)) + match[0];
    at = match.index + match[0].length;
  }
  return kept;
}

function findings(path: string, text: string): string[] {
  const lineAt = (index: number) => text.slice(0, index).split('\n').length;
  return avoided.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => `${path}:${lineAt(index)}: "${found}"; use ${instead}`),
  );
}

describe('words to avoid', () => {
  test.each(pages)('%s', (path) => {
    expect(findings(path, proseOf(path))).toEqual([]);
  });

  test.each(sources)('comments of %s', (path) => {
    expect(findings(path, commentsOf(path))).toEqual([]);
  });
});

test('titles of tests', () => {
  const tests = sources.filter((path) => /\.(?:test|test-d|spec|suite)\.tsx?$|\/suite\.ts$/.test(path));
  expect(tests.flatMap((path) => findings(path, titlesOf(path)))).toEqual([]);
});

test('no doc comment starts with What, Who, Where, Which or How', () => {
  const starts = sources.flatMap((path) =>
    [...commentsOf(path).matchAll(/\/\*\*[\s*]*(?:What|Who|Where|Which|How)\w*\b.*/g)].map(
      ([found]) => `${path}: ${found}`,
    ),
  );
  expect(starts).toEqual([]);
});

test(`comments are at most ${maxWidth} characters wide`, () => {
  const wide = sources.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        line.length > maxWidth && /^\s*(?:\/?\*|\/\/)/.test(line) ? [`${path}:${index + 1}`] : [],
      ),
  );
  expect(wide).toEqual([]);
});
