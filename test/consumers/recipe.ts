/** The steps of a page that a reader follows in a new project: its commands and its files. */
import { readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { blocksOf, root } from '../docs/pages.ts';
import { installOptions, type Project, type RunOptions } from './project.ts';

const packed = join(inject('consumers').folder, 'masterdata-sdk.tgz');

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
      if (file === undefined) throw new Error(`${page}:${line}: the text before the block must name its file`);
      return [{ file, code: `${code}\n` }];
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

/** Applies the steps of a page to a project. The package itself is the packed one. */
export async function apply({ folder, run }: Project, steps: readonly Step[], options: RunOptions): Promise<void> {
  for (const step of steps) {
    if ('command' in step) {
      const [program = '', ...words] = step.command.split(' ');
      const args = words.map((word, index) => (word === 'masterdata-sdk' && index > 0 ? packed : word));
      await run(program, [...args, ...(program === 'npm' ? installOptions : [])], options);
    } else {
      const file = join(folder, step.file);
      await mkdir(dirname(file), { recursive: true });
      const add = additions[step.file];
      await writeFile(file, add ? add(await readFile(file, 'utf8'), step.code) : step.code);
    }
  }
}

/** Files of which a page shows only a part, and functions that add the part to the file. */
const additions: Readonly<Record<string, (old: string, added: string) => string>> = {
  'angular.json': withConfigurations,
  'next.config.ts': withOptions,
};

/** Adds the options of the page to the object in next.config.ts, which already has others. */
function withOptions(old: string, added: string): string {
  const object = /(: NextConfig = \{\n)([\s\S]*?)(?=^\};)/m;
  const [, , options] = object.exec(added) ?? [];
  if (options === undefined || !object.test(old)) throw new Error('next.config.ts has no object with options');
  return old.replace(object, (_, start: string, others: string) => start + options + others);
}

/** Adds the configurations of the page to angular.json, which already has others. */
function withConfigurations(old: string, added: string): string {
  const file = JSON.parse(old);
  const [project] = Object.values<{ architect: { build: { configurations: object } } }>(file.projects);
  if (!project) throw new Error('angular.json has no project');
  const { build } = project.architect;
  build.configurations = merge(build.configurations, JSON.parse(`{${added}}`).configurations);
  return JSON.stringify(file, undefined, 2);
}

function merge(old: object, added: Readonly<Record<string, object>>): object {
  const merged = Object.entries(added).map(([name, value]) => [name, { ...Reflect.get(old, name), ...value }]);
  return { ...old, ...Object.fromEntries(merged) };
}
