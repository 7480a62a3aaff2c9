import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject, type TestContext } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The directory of the project that has the package installed. */
export const project = inject('runtimesProject');

/** Folders with packages, relative to the root of the repository. The global setup installs them. */
export const programs = 'test/runtimes/programs/node_modules';
export const workers = 'test/cloudflare/runtime/node_modules';

/**
 * Returns the absolute path of a runtime's program. If its package has none for this platform, skips the test with a
 * warning.
 */
export function installed(path: string, { skip }: TestContext, platforms: readonly string[]): string {
  const platform = `${process.platform}-${process.arch}`;
  if (!platforms.includes(platform)) {
    const reason = `NOT RUN: ${path} has no program for ${platform}, only for ${platforms.join(', ')}`;
    console.warn(reason);
    skip(reason);
  }
  const program = join(root, path);
  if (!existsSync(program)) throw new Error(`${program} is missing. Delete its node_modules, and run the test again.`);
  return program;
}

/** Runs a program and returns its output. It must not print to stderr. */
export async function output(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program, args, {
    cwd: project,
    env: { HOME: project, ...env },
    timeout: 240_000,
    killSignal: 'SIGKILL',
  });
  if (stderr !== '') throw new Error(`${program} printed to stderr: ${stderr}`);
  return stdout.trim();
}

/** Returns the version that a runtime reports. */
export async function version(program: string): Promise<string> {
  const text = await output(program, ['--version']);
  return /\d[\d.-]*\d/.exec(text)?.[0] ?? text;
}

/** Returns the versions of a runtime in the table of docs/runtimes.md. */
export function documentedVersions(runtime: string): string[] {
  const page = readFileSync(join(root, 'docs/runtimes.md'), 'utf8');
  return [...page.matchAll(/^\| ([^|]+) \| ([\d.-]+) \|/gm)].flatMap(([, name, number]) =>
    name === runtime && number ? [number] : [],
  );
}
