/**
 * Projects as their generators create them, to which a page of the documentation is applied as it stands. Only long
 * runs call the generators, and compare their output with the stored one, which the other runs use.
 */
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { openBrowser, openPage } from '../browser/site.ts';
import { ownPort } from '../http/serve.ts';
import { isLong } from '../sample.ts';
import { expectClean } from './expect-app.ts';
import { type Generator, generators, token } from './generators.ts';
import { installOptions, type Project, projectIn, serveApp } from './project.ts';
import { apply } from './recipe.ts';
import { packProject, unpackProject } from './stored.ts';

const env = {
  // The generators ask nothing.
  CI: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
  STORYBOOK_DISABLE_TELEMETRY: '1',
  // The day of the output in `generated/`. npm installs the versions of this day, so no release changes a test.
  ...(isLong ? {} : { npm_config_before: '2026-11-28' }),
};

/** Returns the file with the output of a generator. */
function storedFile({ create }: Generator): string {
  return join(import.meta.dirname, 'generated', `${create.at(-1)}.txt`);
}

/** Creates a project with its generator. */
async function generate(generator: Generator, folder: string): Promise<Project> {
  const { create, extend, isStored = false } = generator;
  await projectIn(folder).run('npx', ['--yes', ...create], { env });
  const project = projectIn(join(folder, create.at(-1) ?? ''));
  if (isStored) {
    const refresh = 'the generator creates another project: run `npm run test:long -- -u -t "generator creates"`';
    await expect(await packProject(project.folder), refresh).toMatchFileSnapshot(storedFile(generator));
  }
  if (extend) {
    await project.run('npm', ['install', ...installOptions]);
    await project.run('npx', ['--yes', ...extend], { env });
  }
  return project;
}

/** Creates a project from the stored output of its generator. */
async function restore(generator: Generator, folder: string): Promise<Project> {
  await unpackProject(await readFile(storedFile(generator), 'utf8'), folder);
  return projectIn(folder);
}

const tested = Object.entries(generators).filter(([, { isStored = false }]) => isStored || isLong);

test.for(tested)(
  '%s as its generator creates it works with the code of the page',
  async ([name, generator], context) => {
    const { builds, dev, start = dev, path = '/', steps, use } = generator;
    const serve = isLong ? dev : start;
    const serveEnv = { ...env, ...generator.env };
    const folder = join(inject('consumers').folder, 'generated', name.replaceAll(/\W+/g, '-'));
    await mkdir(folder, { recursive: true });
    const project = await (isLong ? generate : restore)(generator, folder);
    await apply(project, steps(), { env });
    const buildEnv = serve === dev ? env : serveEnv;
    for (const [program = '', ...args] of builds) await project.run(program, args, { env: buildEnv });
    // A build for the variables of the mock contains the mock.
    if (generator.page && buildEnv === env) expectClean(project, generator.page, token);
    const port = String(await ownPort());
    const url = `http://localhost:${port}${path}`;
    await serveApp(project, url, [...serve, port], { env: serveEnv });
    const { page, complaints } = await openPage(await openBrowser(context), url);
    await page.getByText('Halm & Söhne GmbH').first().waitFor();
    await use?.(page);
    expect(complaints).toEqual([]);
    if (isLong) console.log(`${generator.create[0]}: ${await versionsOf(project)}`);
  },
);

/** Returns the versions of the packages that a project depends on. */
async function versionsOf({ run }: Project): Promise<string> {
  const { stdout } = await run('npm', ['ls', '--json', '--depth=0']);
  const { dependencies }: { dependencies: Record<string, { version: string }> } = JSON.parse(stdout);
  return Object.entries(dependencies)
    .map(([name, { version }]) => `${name} ${version}`)
    .join(', ');
}
