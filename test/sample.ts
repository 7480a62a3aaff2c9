/** `npm test` runs a sample of the tests, and `.ci/run` all of them. */
import { type TestContext, test } from 'vitest';

const isSet = (name: string): boolean => process.env[name] !== undefined;

/** Whether tests draw new cases, and more of them (`npm run test:long`). */
export const isLong = isSet('TEST_LONG');

/** Whether all tests run, with all their cases (`.ci/run`). */
export const isFull = isLong || isSet('TEST_FULL');

/** Whether each test runs for many mutants (`npm run mutation`). */
export const isShort = isSet('TEST_SHORT');

/** One of how many is in the sample. Each run of the conformance kit takes half a second of a processor. */
const parts = { cases: 8, kitRuns: 40, details: 3 };

/** Returns the number of cases of a property. */
export function runs(count: number): number {
  return isFull ? count : Math.ceil(count / (isShort ? 20 : parts.cases));
}

/** Returns the cases of a table to run: all, or one of eight. A table of runs of the kit has fewer in the sample. */
export function sample<T>(cases: readonly T[], kind: 'cases' | 'kitRuns' = 'cases'): readonly T[] {
  return isFull ? cases : cases.filter((_, index) => index % parts[kind] === 0);
}

/** Returns all cases, or the one that the name of the test chooses. */
export function choose<T>(cases: readonly T[], name: string): readonly T[] {
  return isFull ? cases : cases.filter((_, index) => index === numberOf(name) % cases.length);
}

/**
 * Registers a test of a detail that takes long, because it opens a page, starts a process or runs the conformance kit.
 * `npm test` runs a third of these. Their names choose which.
 */
export function detail(name: string, run: (context: TestContext) => unknown): void {
  if (isFull || numberOf(name) % parts.details === 0) test(name, run);
}

/** Returns a number that depends on a text only. */
function numberOf(text: string): number {
  return [...text].reduce((sum, char) => (sum * 31 + char.charCodeAt(0)) % 65_521, 0);
}
