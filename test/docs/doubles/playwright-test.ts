/** What the guides use of `@playwright/test`, over `playwright-core` and Vitest. */
import type { APIRequestContext, Locator, Page } from 'playwright-core';
import { type Assertion, expect as expectValue, test as vitestTest } from 'vitest';
import { openBrowser } from '../../browser/site.ts';

/** What a test is given. */
interface Fixtures {
  readonly page: Page;
  readonly request: APIRequestContext;
}

type Body = (fixtures: Fixtures) => Promise<unknown>;

/** Where the tests that are made next take place, and what goes before each. */
export const scene: { baseURL: string; before: Body[] } = { baseURL: '', before: [] };

/** A test in a browser of its own. */
export const test = Object.assign(
  (name: string, body: Body) => {
    const { baseURL, before } = scene;
    vitestTest(name, async (context) => {
      const browser = (await openBrowser(context)).browser();
      if (!browser) throw new Error('expected the context of a browser');
      const own = await browser.newContext({ baseURL });
      const fixtures = { page: await own.newPage(), request: own.request };
      for (const hook of [...before, body]) await hook(fixtures);
    });
  },
  { beforeEach: (hook: Body) => void scene.before.push(hook) },
);

interface LocatorAssertions {
  toBeVisible(): Promise<void>;
  toHaveText(text: string): Promise<void>;
}

/** Of a place in the page, what it comes to show; of a value, as in Vitest. */
export function expect(locator: Locator): LocatorAssertions;
export function expect<T>(value: T): Assertion<void, T>;
export function expect(value: unknown): LocatorAssertions | Assertion<void, unknown> {
  return isLocator(value)
    ? {
        toBeVisible: () => value.waitFor({ state: 'visible' }),
        async toHaveText(text) {
          await value.waitFor({ state: 'visible' });
          await expectValue.poll(() => value.textContent(), { timeout: 10_000 }).toBe(text);
        },
      }
    : expectValue(value);
}

function isLocator(value: unknown): value is Locator {
  return typeof value === 'object' && value !== null && 'waitFor' in value;
}

/** A configuration as it is. */
export const defineConfig = <Config extends { webServer: { command: string; url: string } }>(config: Config): Config =>
  config;
