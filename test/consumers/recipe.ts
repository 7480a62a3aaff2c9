/** The steps of a page that a reader follows in a new project: its commands and its files. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blocksOf, root } from '../docs/pages.ts';

/** A command, or a file with its text. */
export type Step = { readonly command: string } | { readonly file: string; readonly code: string };

/** Commands that a reader runs once. The others start the app. */
const setup = /^(?:npm install|npx masterdata-sdk init) /;

/**
 * Returns the steps of the sections of a page. The text before a block names its file: "In `src/mock.ts`:".
 *
 * @param headings The headings of the sections, or `''` for the text above the first one. Default: the whole page.
 */
export function stepsOf(page: string, ...headings: readonly string[]): Step[] {
  const lines = readFileSync(join(root, page), 'utf8').split('\n');
  const sections = headings.length === 0 ? [{ from: 0, to: lines.length }] : headings.map((each) => find(lines, each));
  const steps = blocksOf(page)
    .filter(({ line }) => sections.some(({ from, to }) => line > from && line <= to))
    .flatMap(({ line, language, code }): Step[] => {
      if (language === 'sh') return code.split('\n').flatMap((command) => (setup.test(command) ? [{ command }] : []));
      const [text = ''] = lines
        .slice(0, line - 1)
        .join('\n')
        .split('```')
        .slice(-2);
      const file = [...text.matchAll(/\b[Ii]n\s+`([^`\s]+\.\w+)`/g)].at(-1)?.[1];
      return file === undefined ? [] : [{ file, code: `${code}\n` }];
    });
  if (steps.length === 0) throw new Error(`${page} has no steps below ${headings.join(', ')}`);
  return steps;
}

/** Returns the lines of a section. */
function find(lines: readonly string[], heading: string): { from: number; to: number } {
  const from = heading === '' ? 0 : lines.indexOf(`## ${heading}`);
  if (from < 0) throw new Error(`there is no heading "${heading}"`);
  const next = lines.findIndex((line, index) => index > from && line.startsWith('## '));
  return { from, to: next < 0 ? lines.length : next };
}
