import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Tests that import the sources. Tests of the built package cannot see a mutant.
    include: ['test/{client,mock,wire}/**/*.test.ts'],
    // The command is built, and the random sequences take too long to repeat for each mutant.
    exclude: ['test/mock/{cli,model}.test.ts'],
    testTimeout: 300_000,
    hookTimeout: 300_000,
  },
});
