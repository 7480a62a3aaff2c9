/** Package managers that let a package import only what it declares. */
import { cp, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { install, type Project, vitestPatience } from './project.ts';

let project: Project;
beforeAll(async () => {
  project = await install('package-managers');
});

/** Copies the suite of an app to another one. */
async function copySuite(from: string, to: string): Promise<void> {
  for (const file of ['customers.test.js', 'setup.js', 'vitest.config.js']) {
    await cp(join(project.folder, from, file), join(project.folder, to, file));
  }
}

test('pnpm, with two versions of Vitest in a monorepo', async () => {
  await copySuite('pnpm/apps/first', 'pnpm/apps/second');
  await project.run('pnpm', ['-C', 'pnpm', 'install', '--ignore-scripts', '--no-frozen-lockfile', '--prefer-offline']);
  for (const app of ['first', 'second']) {
    const { stdout } = await project.run('pnpm', [
      '-C',
      `pnpm/apps/${app}`,
      'exec',
      'vitest',
      'run',
      ...vitestPatience,
    ]);
    expect(stdout).toMatch(/Tests {2}1 passed/);
  }
});

test('Yarn with Plug’n’Play', async () => {
  await copySuite('pnpm/apps/first', 'yarn/app');
  // The folder of a lock file is the root of a project.
  await writeFile(join(project.folder, 'yarn/yarn.lock'), '');
  await project.run('yarn', ['--cwd', 'yarn', 'install', '--mode=skip-build']);
  const { stdout } = await project.run('yarn', ['--cwd', 'yarn/app', 'vitest', 'run', ...vitestPatience]);
  expect(stdout).toMatch(/Tests {2}1 passed/);
});
