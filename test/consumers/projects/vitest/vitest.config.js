import { defineConfig } from 'vitest/config';

export default defineConfig({ test: { setupFiles: ['masterdata-sdk/mock/matchers/vitest'] } });
