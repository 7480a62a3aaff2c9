import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Vitest would leave a processor free; most of these tests wait for other processes, though.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'node',
          // Generous: no test measures the machine, and CI machines are slow and busy.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: ['test/**/*.test.ts'],
          exclude: ['test/{browser,consumers,runtimes,same-answers}/**'],
          // What was built is loaded by Node itself, as a user's program would, not transformed by Vite.
          server: { deps: { external: [/\/dist\//] } },
          typecheck: {
            enabled: true,
            include: ['test/types/**/*.test-d.ts'],
            tsconfig: 'test/types/tsconfig.json',
          },
        },
      },
      {
        test: {
          name: 'runtimes',
          include: ['test/runtimes/*.test.ts'],
          globalSetup: 'test/runtimes/pack.ts',
          server: { deps: { external: [/\/dist\//] } },
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['test/{browser,same-answers}/**/*.test.ts'],
          globalSetup: 'test/browser/setup.ts',
          testTimeout: 60_000,
        },
      },
      {
        test: {
          // Not part of `npm test`: npm installs each project, for which it needs a registry.
          name: 'consumers',
          include: ['test/consumers/*.test.ts'],
          globalSetup: 'test/consumers/setup.ts',
          maxWorkers: 2,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
