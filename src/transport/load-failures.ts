import type * as Failures from './failures.ts';

const loading: { failures?: Promise<typeof Failures> } = {};

/** Loads the code for failures, once. A failed load is tried again. */
export function loadFailures(): Promise<typeof Failures> {
  loading.failures ??= import('./failures.ts').catch((error: unknown) => {
    delete loading.failures;
    throw error;
  });
  return loading.failures;
}
