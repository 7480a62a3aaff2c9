/** The part of `@playwright/test` that the guides use, on `playwright-core` and Vitest. */
import type { Locator, Page } from 'playwright-core';
import { type Assertion, expect as expectValue, test as vitestTest } from 'vitest';
import { openBrowser } from '../../browser/site.ts';

/** The fixtures of a test. */
interface Fixtures {
  readonly page: Page;
}

/** The base URL of the next tests. */
export const scene = { baseURL: '' };

/** Registers a test with its own browser context. */
export function test(name: string, body: (fixtures: Fixtures) => Promise<unknown>): void {
  const { baseURL } = scene;
  vitestTest(name, async (context) => {
    const browser = await openBrowser(context, { baseURL });
    await body({ page: await browser.newPage() });
  });
}

interface LocatorAssertions {
  toBeVisible(): Promise<void>;
  toHaveText(text: string): Promise<void>;
}

/** Waits for the assertion on a locator. For other values, works as in Vitest. */
export function expect(locator: Locator): LocatorAssertions;
export function expect<T>(value: T): Assertion<void, T>;
export function expect(value: unknown): LocatorAssertions | Assertion<void, unknown> {
  return isLocator(value)
    ? {
        toBeVisible: () => value.waitFor({ state: 'visible' }),
        async toHaveText(text) {
          await value.waitFor({ state: 'visible' });
          await expectValue.poll(() => value.textContent()).toBe(text);
        },
      }
    : expectValue(value);
}

function isLocator(value: unknown): value is Locator {
  return typeof value === 'object' && value !== null && 'waitFor' in value;
}
