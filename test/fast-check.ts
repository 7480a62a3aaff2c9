import fc from 'fast-check';

// `npm test` draws the same cases in every run, so a test that begins to fail was broken by a change.
// `npm run test:long` draws new cases.
if (process.env['TEST_LONG'] === undefined) fc.configureGlobal({ seed: 1 });

/** Whether each test runs for many mutants (`npm run mutation`). */
export const isShort = process.env['TEST_SHORT'] !== undefined;

/** Returns the number of cases of a property. */
export function runs(count: number): number {
  return isShort ? Math.ceil(count / 20) : count;
}

export { fc };
