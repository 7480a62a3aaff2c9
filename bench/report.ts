import { existsSync, readFileSync } from 'node:fs';
import { cpus, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { table } from '../docs/generate/markdown.ts';

/** The results of a part, as Markdown. */
export interface Measurement {
  readonly results: readonly string[];
  /** The table of goals, if the part has any. */
  readonly goals?: string;
}

/** A part of the benchmarks with its own section on the page. */
export type Part = () => Promise<Measurement>;

/** A measured value and its limit. */
export interface Goal {
  readonly goal: string;
  readonly limit: number;
  readonly measured: number;
  readonly show: (value: number) => string;
}

/** Creates a goal. Default format: a ratio. */
export function goal(name: string, limit: number, measured: number, show: Goal['show'] = times): Goal {
  return { goal: name, limit, measured, show };
}

/** Formats the goals as a table that says which are reached. */
export function goalTable(goals: readonly Goal[]): string {
  return table(
    ['goal', 'at most', 'measured', 'result'],
    goals.map(({ goal, limit, measured, show }) => [
      goal,
      show(limit),
      show(measured),
      measured <= limit ? 'met' : '**missed**',
    ]),
  );
}

/** Describes the machine, the date and the versions of the packages. */
export function machine(packages: readonly string[]): string {
  const [cpu] = cpus();
  const versions = packages.map((name) => `${name} ${versionOf(name)}`);
  return `Measured on ${new Date().toISOString().slice(0, 10)} with Node.js ${process.versions.node} on ${type()}, ${cpus().length} cores (${cpu?.model.trim()}), ${Math.round(totalmem() / 2 ** 30)} GiB; ${versions.join(', ')}.`;
}

function versionOf(name: string): string {
  const files = ['peers', '..', 'generated'].map((folder) =>
    join(import.meta.dirname, folder, 'node_modules', name, 'package.json'),
  );
  const manifest: { version: string } = JSON.parse(readFileSync(files.find(existsSync) ?? '', 'utf8'));
  return manifest.version;
}

/** Returns the value measured under a name. */
export function of(measured: ReadonlyMap<string, number>, name: string): number {
  const value = measured.get(name);
  if (value === undefined)
    throw new Error(`No measurement "${name}". Valid measurements: ${[...measured.keys()].join(', ')}`);
  return value;
}

/** Formats a ratio. */
export function times(ratio: number): string {
  return `${ratio.toFixed(2)} times`;
}

/** Prints progress. */
export function say(line: string): void {
  console.log(`\n${line}`);
}
