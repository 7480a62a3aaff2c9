import vue from '@vitejs/plugin-vue';
import { msw } from 'msw/vite';
import { defineConfig } from 'vite';

export default defineConfig(({ command }) => ({
  // The worker script is part of development, not of builds.
  plugins: [vue(), command === 'serve' && msw({ mode: 'worker-only' })],
  // Without the mock, requests go to the server of your app.
  server: { proxy: { '/masterdata': 'http://127.0.0.1:3000' } },
}));
