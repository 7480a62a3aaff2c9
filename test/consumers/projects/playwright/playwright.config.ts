import { defineConfig } from '@playwright/test';

const baseURL = process.env.APP_URL || 'http://127.0.0.1:5173';

export default defineConfig({
  testDir: 'tests', // Vitest must not run these files: add 'tests/**' to its option test.exclude
  fullyParallel: true,
  use: { baseURL },
  webServer: [
    { command: 'npm start', url: baseURL },
    // Any free port. The group mock_url of the pattern becomes the variable MOCK_URL of the tests.
    { command: 'npx masterdata-sdk mock --port 0 --quiet', wait: { stdout: /(?<mock_url>http:\S+)/ } },
  ],
});
