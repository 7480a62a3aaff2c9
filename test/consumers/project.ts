/** Helpers that install the projects of `projects/` and run their programs. */
import { type ChildProcessByStdio, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { expect, inject, onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../..');
const { folder } = inject('consumers');

/** The versions of Node that projects run on: the oldest supported one, and the one of this repository. */
const nodes = { 22: 'test/runtimes/programs/node_modules/node22/bin', 24: 'node_modules/node/bin' };

/** A major version of Node. */
export type NodeLine = keyof typeof nodes;

/** The output of a program. */
export interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

/** Options of Vitest and Jest. Their own limits of a few seconds are too short for a busy machine. */
export const patience = ['--testTimeout=300000'];
export const vitestPatience = [...patience, '--hookTimeout=300000', '--expect.poll.timeout=60000'];

/** Options of `npm install`. */
export const installOptions = ['--no-audit', '--no-fund', '--prefer-offline'];

/** Options to run a program. */
export interface RunOptions {
  /** Default 24. */
  readonly node?: NodeLine;
  readonly env?: Readonly<Record<string, string>>;
}

/** A project in its own directory, with the dependencies of its package.json installed by npm. */
export interface Project {
  readonly folder: string;
  /** Runs a program in the directory, like a script of npm. If it fails, rejects with its output. */
  run(program: string, args: readonly string[], options?: RunOptions): Promise<Output>;
  /** Starts a program that runs until it is stopped. */
  start(program: string, args: readonly string[], options?: RunOptions): ChildProcessByStdio<null, Readable, null>;
}

/**
 * Copies a project out of this repository, so that it cannot find its files, and installs it.
 *
 * @param packages Packages to install in place of those of its package.json, like `msw@2.0.0`.
 */
export async function install(name: string, ...packages: readonly string[]): Promise<Project> {
  const place = join(folder, [name, ...packages].join('-'));
  await mkdir(place);
  await cp(join(import.meta.dirname, 'projects', name), place, { recursive: true });
  const project = projectIn(place);
  await project.run('npm', ['install', ...packages, '--ignore-scripts', ...installOptions]);
  return project;
}

/** Returns the packages installed in a project, without those that are not available for this platform. */
export async function installedIn({ run }: Project): Promise<string[]> {
  const { stdout } = await run('npm', ['query', '*']);
  const found: { name: string; location: string }[] = JSON.parse(stdout);
  return found.flatMap(({ name, location }) => (location === '' ? [] : [name])).sort();
}

/** Starts the server of an app until the test ends, and waits for its page at a URL. */
export async function serveApp(
  project: Project,
  url: string,
  [program = '', ...args]: readonly string[],
  options: RunOptions = {},
): Promise<void> {
  const server = project.start(program, args, options);
  const closed = once(server.stdout.resume(), 'close');
  onTestFinished(async () => {
    server.kill();
    await closed;
  });
  await expect
    .poll(() =>
      fetch(url).then(
        ({ ok }) => ok,
        () => false,
      ),
    )
    .toBe(true);
}

/** Returns the project in a directory. */
export function projectIn(place: string): Project {
  return {
    folder: place,
    async run(program, args, options = {}) {
      try {
        const running = promisify(execFile)(program, args, { ...userEnvironment(place, options), timeout: 600_000 });
        // A program that asks a question would wait for the answer.
        running.child.stdin?.end();
        return await running;
      } catch (error) {
        const printed =
          error instanceof Error && 'stdout' in error && 'stderr' in error ? [error.stdout, error.stderr] : [];
        const command = [program, ...args].join(' ');
        throw new Error([`\`${command}\` failed in ${place}:`, ...printed].join('\n'), { cause: error });
      }
    },
    start: (program, args, options = {}) =>
      spawn(program, args, { ...userEnvironment(place, options), stdio: ['ignore', 'pipe', 'inherit'] }),
  };
}

/** Variables that Vitest and npm add to the environment. */
const runnerVariables =
  /^(?:VITEST.*|TEST|MODE|DEV|PROD|SSR|BASE_URL|NODE_(?:ENV|OPTIONS)|FORCE_COLOR|npm_(?:lifecycle|package)_.*|npm_config_(?:ignore_scripts|local_prefix))$/;

/** Returns the directory and the environment of a user. */
function userEnvironment(cwd: string, { node = 24, env = {} }: RunOptions) {
  const inherited = Object.entries(process.env).filter(([name]) => !runnerVariables.test(name));
  // Without the programs of this repository.
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((part) => !part.includes('node_modules'));
  const PATH = [join(cwd, 'node_modules/.bin'), join(root, nodes[node]), ...path].join(delimiter);
  return { cwd, env: { ...Object.fromEntries(inherited), NO_COLOR: '1', ...env, PATH } };
}
