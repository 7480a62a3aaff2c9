/** How the tests start a runtime and what they know of it. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inject, type TestContext } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The project that has the package installed. */
export const project = inject('runtimesProject');

/**
 * Where a runtime's program lies under node_modules. Where its package has none for this platform, the test does not
 * pass over that in silence.
 */
export function installed(path: string, { skip }: TestContext, platforms: readonly string[]): string {
  const platform = `${process.platform}-${process.arch}`;
  if (!platforms.includes(platform)) {
    const reason = `NOT RUN: ${path} has no program for ${platform}, only for ${platforms.join(', ')}`;
    console.warn(reason);
    skip(reason);
  }
  const program = join(root, 'node_modules', path);
  if (!existsSync(program)) throw new Error(`${program} is missing: run npm ci`);
  return program;
}

/** What a program prints. It must have nothing to complain about. */
export async function output(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(program, args, {
    cwd: project,
    env: { HOME: project, ...env },
    timeout: 30_000,
    killSignal: 'SIGKILL',
  });
  if (stderr !== '') throw new Error(`${program} complained: ${stderr}`);
  return stdout.trim();
}

/** The version that a runtime says it is. */
export async function version(program: string): Promise<string> {
  const said = await output(program, ['--version']);
  return /\d[\d.-]*\d/.exec(said)?.[0] ?? said;
}

/** The versions that the table in docs/runtimes.md names for a runtime. */
export function documentedVersions(runtime: string): string[] {
  const page = readFileSync(join(root, 'docs/runtimes.md'), 'utf8');
  return [...page.matchAll(/^\| ([^|]+) \| ([\d.-]+) \|/gm)].flatMap(([, name, number]) =>
    name === runtime && number ? [number] : [],
  );
}
