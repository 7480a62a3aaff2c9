/** The generators of the frameworks, and the page of the documentation that a reader follows in a new project. */
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { addCustomer } from './expect-app.ts';
import { type Step, stepsOf } from './recipe.ts';

/** A framework with its generator and its recipe. */
export interface Generator {
  /** The package of the generator, and its arguments. The last one is the folder. */
  readonly create: readonly string[];
  /** A generator that adds to the project. */
  readonly extend?: readonly string[];
  /** Whether `generated/` has the output, so that CI needs no generator. */
  readonly isStored?: boolean;
  readonly steps: () => Step[];
  /** Commands that must succeed: the checks of the types, and the build. */
  readonly builds: readonly (readonly string[])[];
  /** The folder of the build that browsers load files from, if the page must have neither the mock nor the token. */
  readonly page?: string;
  /** The command for development, which also gets a port. */
  readonly dev: readonly string[];
  /**
   * The command that starts the built app, which also gets a port, if a server for development takes longer. Only long
   * runs then use that server.
   */
  readonly start?: readonly string[];
  /** Variables of these commands. */
  readonly env?: Readonly<Record<string, string>>;
  /** The address of the page that shows a customer. Default: `/`. */
  readonly path?: string;
  /** Uses the page that shows a customer. */
  readonly use?: (page: Page) => Promise<void>;
}

/** The token of the service, which no page has. */
export const token = 'token-of-the-service';

const withMock = ['masterdata-sdk', 'mock', '--quiet', '--token', token, '--'];

/** The function `forward` of the documentation, at the place of a framework. */
function forwardAt(file: string): Step[] {
  return stepsOf('docs/front-end.md', 'The token stays on the server').flatMap((step) =>
    'file' in step && step.file === 'server/forward.ts' ? [{ ...step, file }] : [],
  );
}

/** The frameworks by the names of their recipes. */
export const generators: Readonly<Record<string, Generator>> = {
  'Vite and React': {
    create: ['create-vite@9.3.0', '--template', 'react-ts', '--no-interactive', 'react-app'],
    isStored: true,
    steps: () => [...stepsOf('docs/react.md'), ...stepsOf('docs/forms.md', 'React Hook Form')],
    builds: [['npm', 'run', 'build']],
    page: 'dist',
    dev: ['vite', '--port'],
    use: editAddresses,
  },
  'Vite and Vue': {
    create: ['create-vite@9.3.0', '--template', 'vue-ts', '--no-interactive', 'vue-app'],
    steps: () => stepsOf('docs/frameworks.md', 'Vue'),
    builds: [['npm', 'run', 'build']],
    dev: ['vite', '--port'],
  },
  'Next.js': {
    // Biome, because ESLint would install 300 packages that no recipe runs.
    create: ['create-next-app@16.4.3', '--yes', '--empty', '--biome', '--skip-install', '--disable-git', 'next-app'],
    isStored: true,
    steps: () => stepsOf('docs/nextjs.md'),
    builds: [[...withMock, 'npm', 'run', 'build']],
    page: '.next/static',
    // The variables of "Mock inside the server". The build uses the mock server.
    env: {
      MASTERDATA_API_TOKEN: 'dev',
      MASTERDATA_BASE_URL: 'https://api.example.com',
      MOCK: '1',
      NEXT_PUBLIC_MOCK: '1',
    },
    dev: ['next', 'dev', '--port'],
    start: ['next', 'start', '--port'],
    use: openCustomer,
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
    isStored: true,
    steps: () => [...stepsOf('docs/frameworks.md', 'SvelteKit'), ...forwardAt('src/lib/server/forward.ts')],
    builds: [
      ['npm', 'run', 'check'],
      [...withMock, 'npm', 'run', 'build'],
    ],
    page: '.svelte-kit/output/client',
    dev: [...withMock, 'vite', 'dev', '--port'],
    use: addCustomer,
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

/** Opens the page that Next.js renders for each request, whose client component calls the mock in the page. */
async function openCustomer(page: Page): Promise<void> {
  await page.goto(`${page.url()}customer`);
  await page.getByRole('heading', { name: 'Halm & Söhne GmbH' }).waitFor();
  await page.locator('li').first().waitFor();
}

/** Adds and edits an address in the React app. */
async function editAddresses(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Halm & Söhne GmbH' }).waitFor();
  const before = await page.locator('li').count();

  await page.getByRole('button', { name: 'New address' }).click();
  await page.getByLabel('address_line1').fill('Am Markt 1');
  await page.getByLabel('city').fill('Bremen');
  await page.getByLabel('country').fill('Germany');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('must be an ISO 3166-1 alpha-2 country code').waitFor();
  await page.getByText('is required').waitFor();
  await page.getByLabel('postal_code').fill('28195');
  await page.getByLabel('country').fill('DE');
  await page.getByRole('button', { name: 'Save' }).click();
  const added = page.locator('li').filter({ hasText: 'Am Markt 1, Bremen' });
  await added.waitFor();
  expect(await page.locator('li').count()).toBe(before + 1);

  await added.getByRole('button', { name: 'Edit' }).click();
  await page.getByLabel('city').fill('Verden');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Am Markt 1, Verden').waitFor();
  await page.reload();
  await page.getByText('Am Markt 1, Verden').waitFor();
}
