import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';
import { isFull, isLong } from './test/sample.ts';

// No test measures the speed of the machine, so the limits only end tests that hang. CI machines are slow and busy.
const limits = {
  testTimeout: 300_000,
  hookTimeout: 300_000,
  teardownTimeout: 60_000,
  expect: { poll: { timeout: 60_000 } },
};

// The tests start hundreds of processes, which share what they compile.
const env = { NODE_COMPILE_CACHE: join(import.meta.dirname, 'node_modules/.cache/node') };

/** Each worker loads the sources and zod once, which takes longer than most files run. */
const shared = {
  isolate: false,
  // A test that fails must not break the tests of the next file.
  unstubEnvs: true,
  unstubGlobals: true,
};

/** The tests of units and of processes. While one waits for a retry or a process, another can run. */
const early = {
  // More workers take longer: each of them compiles the same code.
  maxWorkers: availableParallelism() + 2,
  sequence: { groupOrder: 0 },
  // Some of them use SQLite of Node.
  execArgv: ['--disable-warning=ExperimentalWarning'],
};

/** Tests in browsers and of the built package start after the others, so that most failures show in the first minute. */
const slow = { sequence: { groupOrder: 1 } };

// Node loads the built package, as in a user's program, instead of Vite.
const builtPackage = [/\/dist\//];

// A browser or a package manager can fail by itself.
const retry = 1;

export default defineConfig({
  test: {
    // Vitest would leave one core free, but while a test waits for Chromium, another one can run.
    maxWorkers: availableParallelism() + 1,
    // The sample of `npm test` leaves some groups of details without a test.
    passWithNoTests: !isFull,
    projects: [
      {
        test: {
          ...limits,
          ...shared,
          name: 'unit',
          include: ['test/{client,contract,mock,wire,workbench}/**/*.test.ts'],
          env,
          ...early,
        },
      },
      {
        test: {
          ...limits,
          ...shared,
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/{browser,client,consumers,contract,docs,mock,mutation,package,runtimes}/**',
            'test/{same-responses,types,wire,workbench}/**',
            '**/node_modules/**',
          ],
          env,
          ...early,
          server: { deps: { external: builtPackage } },
        },
      },
      {
        // Each file in a thread of its own: they load the package or the code of the pages, which change what zod and
        // Vitest keep for the whole thread.
        test: {
          ...limits,
          ...slow,
          name: 'isolated',
          pool: 'threads',
          include: ['test/{docs,package,types}/**/*.test.ts'],
          exclude: ['**/node_modules/**'],
          env,
          server: { deps: { external: builtPackage } },
        },
      },
      {
        test: {
          ...limits,
          ...slow,
          name: 'runtimes',
          retry,
          include: ['test/runtimes/*.test.ts'],
          globalSetup: 'test/runtimes/pack.ts',
          server: { deps: { external: builtPackage } },
        },
      },
      {
        test: {
          ...limits,
          ...shared,
          ...slow,
          name: 'browser',
          retry,
          env,
          include: ['test/{browser,same-responses}/**/*.test.ts'],
          globalSetup: 'test/browser/setup.ts',
        },
      },
      {
        test: {
          ...limits,
          testTimeout: 900_000,
          hookTimeout: 900_000,
          // Not part of `npm test`, because npm installs each project from a registry.
          name: 'consumers',
          retry,
          include: ['test/consumers/*.test.ts'],
          // Only long runs build the apps of all frameworks.
          exclude: ['**/node_modules/**', ...(isLong ? [] : ['test/consumers/{frameworks,next}.test.ts'])],
          globalSetup: 'test/consumers/setup.ts',
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
