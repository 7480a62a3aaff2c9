/** Checks the part of the writing style in CONTRIBUTING.md that a pattern can check: `npm run check -- prose`. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../..');

const generated = /\/node_modules\/|\/generated\/out\/|\/\.vitepress\/(?:dist|cache)\//;

const maxWidth = 120;

/** Words to avoid, and words to use instead. */
const avoided: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/(?<!\bconnections? )\brefus(?:e|es|ed|al|als|ing)\b/gi, 'reject, error'],
  [/\b(?:strike|strikes|striking|struck)\b/gi, 'apply, inject'],
  [/\b(?:hold|holds|held|holding)\s+(?:[\w`.]+\s+){0,4}against\b/gi, 'validate against'],
  [/\b(?:whoever|whomever)\b/gi, 'anyone'],
  [/\balso (?:if|while)\b/gi, 'even if, even while'],
  [/\bbehaviour/gi, 'behavior'],
  [/\b(?:\w*colour|favour|honour|neighbour)\w*/gi, 'color, favor, honor, neighbor'],
  [/\b\w+(?:alise|ialise|ognise|nalise|malise|imise)(?:s|d)?\b/gi, '-ize'],
  [
    /\b(?:licence|centre|artefact|grey|catalogue|whilst|amongst|labelled(?!by)|cancelled|modelled)\w*\b/gi,
    'American spelling',
  ],
];

const blank = (text: string) => text.replaceAll(/[^\n]/g, '');

/** Returns the flaws of a page: `12: "alone"; use only`. Code and the table of words to avoid are not checked. */
export function flawsOfPage(text: string): string[] {
  const prose = text
    .replaceAll(/^ *(`{3,})[\s\S]*?^ *\1$/gm, blank)
    .replaceAll(/`[^`\n]+`/g, '')
    .replace(/^ *\| avoid \| use \|\n(?: *\|.*\n)+/m, blank);
  return avoidedWords(prose);
}

/** Returns the flaws in the comments of a source file, and in the titles of its tests if it has some. */
export function flawsOfSource(text: string, hasTests: boolean): string[] {
  const comments = only(text, /(?<=^|\s)\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm).replaceAll(/`[^`\n]+`/g, '');
  const titles = /(?:\b(?:test|describe|it)(?:\.\w+)*|\))\(\s*(?:'[^'\n]+'|"[^"\n]+"|`[^`\n]+`)/g;
  const starts = comments.matchAll(/\/\*\*[\s*]*(?:What|Who|Where|Which|How)\w*\b.*/g);
  const wide = text
    .split('\n')
    .flatMap((line, index) =>
      line.length > maxWidth && /^\s*(?:\/?\*|\/\/)/.test(line)
        ? [`${index + 1}: a comment of more than ${maxWidth} characters`]
        : [],
    );
  return [
    ...avoidedWords(comments),
    ...(hasTests ? avoidedWords(only(text, titles)) : []),
    ...[...starts].map(({ 0: found, index }) => `${lineAt(comments, index)}: "${found}"; start with a verb or a noun`),
    ...wide,
  ];
}

/** Returns the flaws of all pages and source files: `docs/index.md:12: "alone"; use only`. */
function flawsOfRepository(): string[] {
  const read = (path: string) => readFileSync(join(root, path), 'utf8');
  const pages = globSync(['docs/*.md', '*.md', '.changeset/*.md'], { cwd: root });
  const sources = globSync('{src,mocks,docs/generate,docs/.vitepress,test,bench,examples,release}/**/*.{ts,tsx}', {
    cwd: root,
  }).filter((path) => !generated.test(path));
  if (pages.length === 0 || sources.length === 0) throw new Error('there are no files to check');
  const hasTests = (path: string) => /\.(?:test|test-d|spec|suite)\.tsx?$|\/suite\.ts$/.test(path);
  return [
    ...pages.flatMap((path) => flawsOfPage(read(path)).map((flaw) => `${path}:${flaw}`)),
    ...sources.flatMap((path) => flawsOfSource(read(path), hasTests(path)).map((flaw) => `${path}:${flaw}`)),
  ].sort();
}

/** Keeps the matches of a pattern and all line breaks, so that lines keep their numbers. */
function only(text: string, pattern: RegExp): string {
  let kept = '';
  let at = 0;
  for (const match of text.matchAll(pattern)) {
    kept += blank(text.slice(at, match.index)) + match[0];
    at = match.index + match[0].length;
  }
  return kept;
}

function avoidedWords(text: string): string[] {
  return avoided.flatMap(([pattern, instead]) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => `${lineAt(text, index)}: "${found}"; use ${instead}`),
  );
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}

if (import.meta.main) {
  const flaws = flawsOfRepository();
  for (const flaw of flaws) console.log(flaw);
  process.exitCode = flaws.length > 0 ? 1 : 0;
}
