import { createApp } from 'vue';
import App from './App.vue';

// Production builds contain neither the mock nor MSW.
if (import.meta.env.DEV && import.meta.env.VITE_SERVICE !== 'real') {
  const { worker } = await import('./mock');
  await worker.start();
}

createApp(App).mount('#app');
