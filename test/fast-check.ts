import fc from 'fast-check';

const isSet = (name: string): boolean => process.env[name] !== undefined;

/** Whether tests draw new cases, and more of them (`npm run test:long`). */
export const isLong = isSet('TEST_LONG');

/** Whether tests run all their cases (`.ci/run`). `npm test` runs a sample of the many that are alike. */
export const isFull = isLong || isSet('TEST_FULL');

/** Whether each test runs for many mutants (`npm run mutation`). */
export const isShort = isSet('TEST_SHORT');

// Every other run draws the same cases, so a test that begins to fail was broken by a change.
if (!isLong) fc.configureGlobal({ seed: 1 });

/** The divisor of the number of cases in `npm test`. */
const part = 8;

/** Returns the number of cases of a property. */
export function runs(count: number): number {
  return isFull ? count : Math.ceil(count / (isShort ? 20 : part));
}

/** Returns the cases of a table to run: all, or a part. */
export function sample<T>(cases: readonly T[]): readonly T[] {
  return isFull ? cases : cases.filter((_, index) => index % part === 0);
}

export { fc };
