import react from '@vitejs/plugin-react';
import { msw } from 'msw/vite';
import { defineConfig } from 'vite';

export default defineConfig(({ mode }) => ({
  // The worker script is part of development and of builds with `--mode mock`, not of production.
  plugins: [react(), ['development', 'mock'].includes(mode) && msw({ mode: 'worker-only' })],
  // Without the mock, requests go to the server of your app.
  server: { proxy: { '/masterdata': 'http://127.0.0.1:3000' } },
}));
