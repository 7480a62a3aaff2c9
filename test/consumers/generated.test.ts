/** Projects as their generators create them, to which a page of the documentation is applied as it stands. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inject, test } from 'vitest';
import { openBrowser, openPage } from '../browser/site.ts';
import { ownPort } from '../http/serve.ts';
import { type Project, projectIn, serveApp } from './project.ts';
import { type Step, stepsOf } from './recipe.ts';

interface Generator {
  /** The package of the generator, and its arguments. The last one is the folder. */
  readonly create: readonly string[];
  /** A generator that adds to the project. */
  readonly extend?: readonly string[];
  readonly steps: () => Step[];
  /** Commands that must succeed: the checks of the types, and the build. */
  readonly builds: readonly (readonly string[])[];
  /** The command for development, which also gets a port. */
  readonly dev: readonly string[];
  /** The address of the page that shows a customer. Default: `/`. */
  readonly path?: string;
}

const env = {
  // The generators ask nothing.
  CI: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
  STORYBOOK_DISABLE_TELEMETRY: '1',
};
const withMock = ['masterdata-sdk', 'mock', '--quiet', '--'];

/** Options of `npm install`. */
const quiet = ['--no-audit', '--no-fund', '--prefer-offline'];

const packed = join(inject('consumers').folder, 'masterdata-sdk.tgz');

/** The function `forward` of the documentation, at the place of a framework. */
function forwardAt(file: string): Step[] {
  return stepsOf('docs/front-end.md', 'The token stays on the server').flatMap((step) =>
    'file' in step && step.file === 'server/forward.ts' ? [{ ...step, file }] : [],
  );
}

const generators: Readonly<Record<string, Generator>> = {
  'Vite and React': {
    create: ['create-vite@9.3.0', '--template', 'react-ts', '--no-interactive', 'react-app'],
    steps: () => [...stepsOf('docs/react.md'), ...stepsOf('docs/forms.md', 'React Hook Form')],
    builds: [['npm', 'run', 'build']],
    dev: ['vite', '--port'],
  },
  'Vite and Vue': {
    create: ['create-vite@9.3.0', '--template', 'vue-ts', '--no-interactive', 'vue-app'],
    steps: () => stepsOf('docs/frameworks.md', 'Vue'),
    builds: [['npm', 'run', 'build']],
    dev: ['vite', '--port'],
  },
  'Next.js': {
    create: ['create-next-app@16.4.3', '--yes', '--empty', '--skip-install', '--disable-git', 'next-app'],
    steps: () => stepsOf('docs/nextjs.md', 'Start the mock with your app', 'Route handlers'),
    builds: [[...withMock, 'npm', 'run', 'build']],
    dev: [...withMock, 'next', 'dev', '--port'],
  },
  SvelteKit: {
    create: [
      'sv@0.17.1',
      'create',
      '--template',
      'minimal',
      '--types',
      'ts',
      '--no-add-ons',
      '--no-install',
      'svelte-app',
    ],
    steps: () => [...stepsOf('docs/frameworks.md', 'SvelteKit'), ...forwardAt('src/lib/server/forward.ts')],
    builds: [
      ['npm', 'run', 'check'],
      [...withMock, 'npm', 'run', 'build'],
    ],
    dev: [...withMock, 'vite', 'dev', '--port'],
  },
  Angular: {
    create: ['@angular/cli@21.2.27', 'new', '--defaults', '--skip-install', '--skip-git', 'angular-app'],
    steps: () => stepsOf('docs/frameworks.md', 'Angular'),
    builds: [['npm', 'run', 'build']],
    dev: ['ng', 'serve', '--port'],
  },
  Storybook: {
    create: ['create-vite@9.3.0', '--template', 'react-ts', '--no-interactive', 'storybook-app'],
    extend: ['create-storybook@10.6.2', '--yes', '--no-dev', '--package-manager', 'npm', '--features', 'docs'],
    steps: () => stepsOf('docs/components.md', '', 'Storybook'),
    // Not the build of the app, which rejects the examples of the generator.
    builds: [['npm', 'run', 'build-storybook']],
    dev: ['storybook', 'dev', '--ci', '--port'],
    path: '/iframe.html?id=customers--list&viewMode=story',
  },
};

/** Applies the steps of a page to a project. The package itself is the packed one. */
async function apply({ folder, run }: Project, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    if ('command' in step) {
      const [program = '', ...words] = step.command.split(' ');
      const args = words.map((word, index) => (word === 'masterdata-sdk' && index > 0 ? packed : word));
      await run(program, [...args, ...(program === 'npm' ? quiet : [])], { env });
    } else {
      const file = join(folder, step.file);
      await mkdir(dirname(file), { recursive: true });
      const old = step.file === 'angular.json' ? await readFile(file, 'utf8') : undefined;
      await writeFile(file, old === undefined ? step.code : withConfigurations(old, step.code));
    }
  }
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

for (const [name, { create, extend, steps, builds, dev, path = '/' }] of Object.entries(generators)) {
  test(`${name} as its generator creates it works with the code of the page`, async (context) => {
    const folder = join(inject('consumers').folder, 'generated', name.replaceAll(/\W+/g, '-'));
    await mkdir(folder, { recursive: true });
    await projectIn(folder).run('npx', ['--yes', ...create], { env });
    const project = projectIn(join(folder, create.at(-1) ?? ''));
    if (extend) {
      await project.run('npm', ['install', ...quiet]);
      await project.run('npx', ['--yes', ...extend], { env });
    }
    await apply(project, steps());
    for (const [program = '', ...args] of builds) await project.run(program, args, { env });
    const port = String(await ownPort());
    const url = `http://localhost:${port}${path}`;
    await serveApp(project, url, [...dev, port], { env });
    const { page } = await openPage(await openBrowser(context), url);
    await page.getByText('Halm & Söhne GmbH').first().waitFor();
    console.log(`${create[0]}: ${await versionsOf(project)}`);
  });
}

/** Returns the versions of the packages that a project depends on. */
async function versionsOf({ run }: Project): Promise<string> {
  const { stdout } = await run('npm', ['ls', '--json', '--depth=0']);
  const { dependencies }: { dependencies: Record<string, { version: string }> } = JSON.parse(stdout);
  return Object.entries(dependencies)
    .map(([name, { version }]) => `${name} ${version}`)
    .join(', ');
}
