/**
 * Adds `toHaveReceived` and `toHaveReceivedNothing` to Vitest's `expect`. Import it in a setup file.
 *
 * @module masterdata-sdk/mock/matchers/vitest
 */
import { expect } from 'vitest';
import { type MockMatchers, matchers } from './matchers/matchers.ts';

declare module 'vitest' {
  interface Matchers<R extends void | Promise<void> = void | Promise<void>, T = unknown> extends MockMatchers<R, T> {}
}

expect.extend(matchers);
