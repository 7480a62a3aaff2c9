/** Replaces vitest in pages of the tests: its assertions work in a browser, but its test runner does not. */
import type { TestContext } from 'vitest';

export { expect, vi } from 'vitest';

/** A test that the page can run. */
export type InPageTest = (context: Pick<TestContext, 'skip'>) => unknown;

/** The tests by name, with the names of their groups. */
export const tests = new Map<string, InPageTest>();

let group = '';

export function describe(name: string, define: () => void): void {
  const outer = group;
  group += `${name}: `;
  define();
  group = outer;
}

export function test(name: string, run: InPageTest): void {
  tests.set(group + name, run);
}
