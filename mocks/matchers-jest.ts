/**
 * Adds `toHaveReceived` and `toHaveReceivedNothing` to Jest's `expect`, with types for `@jest/globals` and for
 * `@types/jest`. List it in `setupFilesAfterEnv`.
 *
 * @module masterdata-sdk/mock/matchers/jest
 */
import { expect } from '@jest/globals';
import { type MockMatchers, matchers } from './matchers/matchers.ts';

declare module 'expect' {
  interface Matchers<R extends void | Promise<void>, T = unknown> extends MockMatchers<R, T> {}
}

declare global {
  // biome-ignore lint/style/noNamespace: `@types/jest` has this namespace.
  namespace jest {
    // biome-ignore lint/complexity/noBannedTypes: the type parameters must be those of `@types/jest`.
    interface Matchers<R, T = {}> extends MockMatchers<R, T> {}
  }
}

expect.extend(matchers);
