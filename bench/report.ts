/** What was measured, in words and tables. */
import { readFileSync } from 'node:fs';
import { cpus, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { table } from '../docs/generate/markdown.ts';

/** What is measured on its own and has its own place in the page: it returns what goes there, paragraph by paragraph. */
export type Part = () => Promise<readonly string[]>;

/** Something that is to be at most so much. */
export interface Goal {
  readonly goal: string;
  readonly limit: number;
  readonly measured: number;
  readonly show: (value: number) => string;
}

/** A goal, shown as a ratio if nothing else is said. */
export function goal(name: string, limit: number, measured: number, show: Goal['show'] = times): Goal {
  return { goal: name, limit, measured, show };
}

/** The goals, and whether they are reached. */
export function goalTable(goals: readonly Goal[]): string {
  return table(
    ['goal', 'at most', 'measured', ''],
    goals.map(({ goal, limit, measured, show }) => [
      goal,
      show(limit),
      show(measured),
      measured <= limit ? 'reached' : '**not reached**',
    ]),
  );
}

/** The machine and the day, and the versions of the packages. */
export function machine(packages: readonly string[]): string {
  const [cpu] = cpus();
  const versions = packages.map((name) => `${name} ${versionOf(name)}`);
  return `Measured on ${new Date().toISOString().slice(0, 10)} with Node.js ${process.versions.node} on ${type()}, ${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB; ${versions.join(', ')}.`;
}

function versionOf(name: string): string {
  const file = join(import.meta.dirname, '../node_modules', name, 'package.json');
  const manifest: { version: string } = JSON.parse(readFileSync(file, 'utf8'));
  return manifest.version;
}

/** What was measured under a name. */
export function of(measured: ReadonlyMap<string, number>, name: string): number {
  const value = measured.get(name);
  if (value === undefined)
    throw new Error(`nothing was measured as "${name}", only ${[...measured.keys()].join(', ')}`);
  return value;
}

/** How often one thing is another. */
export function times(ratio: number): string {
  return `${ratio.toFixed(2)} times`;
}

/** Tells whoever waits how far it is. */
export function say(line: string): void {
  console.log(`\n${line}`);
}
