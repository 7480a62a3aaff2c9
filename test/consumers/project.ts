/** How the tests install the projects of `projects/`, and resume what is in them. */
import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { cp, mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { inject } from 'vitest';

const root = join(import.meta.dirname, '../..');
const { folder } = inject('consumers');

/** The Nodes that projects resume on: the oldest that the package supports, and the one of this repository. */
const nodes = { 22: 'node_modules/node22/bin', 24: 'node_modules/node/bin' };

/** A line of Node's versions. */
export type NodeLine = keyof typeof nodes;

/** What a program printed. */
export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** Where and how a program runs. */
export interface RunOptions {
  /** Default 24. */
  readonly node?: NodeLine;
  readonly env?: Readonly<Record<string, string>>;
}

/** A project in a folder of its own, with everything that its package.json names installed by npm. */
export interface Project {
  readonly folder: string;
  /** Runs a program as in a shell in the folder. Rejects, with what it printed, where it fails. */
  run(program: string, args: readonly string[], options?: RunOptions): Promise<Output>;
  /** Starts a program that goes on until it is stopped. */
  start(program: string, args: readonly string[], options?: RunOptions): ChildProcessByStdio<null, Readable, null>;
}

/** Copies a project out of this repository, so that it finds nothing of it, and installs it. */
export async function install(name: string): Promise<Project> {
  const place = join(folder, name);
  await mkdir(place);
  await cp(join(import.meta.dirname, 'projects', name), place, { recursive: true });
  const project = within(place);
  await project.run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']);
  return project;
}

/** The packages that are installed in a project, without those that were not to be had for this platform. */
export async function installedIn({ run }: Project): Promise<string[]> {
  const { stdout } = await run('npm', ['query', '*']);
  const found: { name: string; location: string }[] = JSON.parse(stdout);
  return found.flatMap(({ name, location }) => (location === '' ? [] : [name])).sort();
}

function within(place: string): Project {
  return {
    folder: place,
    async run(program, args, options = {}) {
      try {
        return await promisify(execFile)(program, args, { ...surroundings(place, options), timeout: 120_000 });
      } catch (error) {
        const printed =
          error instanceof Error && 'stdout' in error && 'stderr' in error ? [error.stdout, error.stderr] : [];
        const command = [program, ...args].join(' ');
        throw new Error([`\`${command}\` failed in ${place}:`, ...printed].join('\n'), { cause: error });
      }
    },
    start: (program, args, options = {}) =>
      spawn(program, args, { ...surroundings(place, options), stdio: ['ignore', 'pipe', 'inherit'] }),
  };
}

/** What the runner of these tests, and npm that started it, add to the environment. */
const ofTheRunner =
  /^(?:VITEST.*|TEST|MODE|DEV|PROD|SSR|BASE_URL|NODE_(?:ENV|OPTIONS)|FORCE_COLOR|npm_(?:lifecycle|package)_.*|npm_config_(?:ignore_scripts|local_prefix))$/;

/** The folder and the environment that a user would have there. */
function surroundings(cwd: string, { node = 24, env = {} }: RunOptions) {
  const inherited = Object.entries(process.env).filter(([name]) => !ofTheRunner.test(name));
  // The programs of this repository are not the user's.
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((part) => !part.includes('node_modules'));
  const PATH = [join(root, nodes[node]), ...path].join(delimiter);
  return { cwd, env: { ...Object.fromEntries(inherited), NO_COLOR: '1', ...env, PATH } };
}
