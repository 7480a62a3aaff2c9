import type * as OnDemand from './on-demand.ts';

const loading: { module?: Promise<typeof OnDemand> } = {};

/** Loads the code that the simplest successful call does not need, once. A failed load is tried again. */
export function loadOnDemand(): Promise<typeof OnDemand> {
  loading.module ??= import('./on-demand.ts').catch((error: unknown) => {
    delete loading.module;
    throw error;
  });
  return loading.module;
}
