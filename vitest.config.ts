import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{browser,runtimes,same-answers}/**'],
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
    ],
  },
});
