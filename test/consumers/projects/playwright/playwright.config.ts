import { defineConfig } from '@playwright/test';

const baseURL = process.env.APP_URL || 'http://127.0.0.1:5173';

export default defineConfig({
  testDir: 'tests', // keep Vitest out of this folder, for example with its option test.dir: 'src'
  fullyParallel: true,
  use: { baseURL },
  webServer: [
    { command: 'npm start', url: baseURL, env: { VITE_SERVICE: 'real' } },
    // Any free port. The group mock_url of the pattern becomes the variable MOCK_URL of the tests.
    { command: 'npx masterdata-sdk mock --port 0 --quiet', wait: { stdout: /(?<mock_url>http:\S+)/ } },
  ],
});
