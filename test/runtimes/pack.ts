/**
 * Installs the runtimes, and packs the package into a temporary project, with the smoke program as an ES module and as
 * CommonJS. Dependencies are links to those of this repository, so nothing else is downloaded.
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Format, transform } from 'esbuild';
import type { TestProject } from 'vitest/node';
import { install } from '../install.ts';
import { packTarball } from '../tarball.ts';

const root = join(import.meta.dirname, '../..');

declare module 'vitest' {
  interface ProvidedContext {
    /** The directory of the project. */
    runtimesProject: string;
  }
}

/** Global setup of the project `runtimes`. Returns the teardown. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await Promise.all(['test/runtimes/programs', 'test/cloudflare/runtime', 'test/chromium'].map(install));
  const project = await mkdtemp(join(tmpdir(), 'masterdata-sdk-runtimes-'));
  const installed = join(project, 'node_modules/masterdata-sdk');
  await mkdir(installed, { recursive: true });

  const { tarball } = await packTarball(project);
  await promisify(execFile)('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1']);
  const { dependencies }: { dependencies: object } = JSON.parse(
    await readFile(join(installed, 'package.json'), 'utf8'),
  );
  for (const name of Object.keys(dependencies)) {
    await symlink(join(root, 'node_modules', name), join(project, 'node_modules', name), 'junction');
  }

  const program = await readFile(join(import.meta.dirname, 'smoke.ts'), 'utf8');
  const write = async (name: string, format: Format, source: string): Promise<void> => {
    const { code } = await transform(source, { loader: 'ts', format });
    await writeFile(join(project, name), code);
  };
  await write('smoke.js', 'esm', program);
  await write('smoke.cjs', 'cjs', program);
  await writeFile(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const print = 'smoke(JSON.parse(process.argv[2])).then((findings) => console.log(JSON.stringify(findings)));';
  await writeFile(join(project, 'print.js'), `import { smoke } from './smoke.js';\n${print}\n`);
  await writeFile(join(project, 'print.cjs'), `const { smoke } = require('./smoke.cjs');\n${print}\n`);

  provide('runtimesProject', project);
  return () => rm(project, { recursive: true, force: true });
}
