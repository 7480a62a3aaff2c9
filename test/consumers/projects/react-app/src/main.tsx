import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Addresses } from './addresses';

// Production builds contain neither the mock nor MSW.
if ((import.meta.env.DEV || import.meta.env.MODE === 'mock') && import.meta.env.VITE_SERVICE !== 'real') {
  const { worker } = await import('./mock');
  await worker.start();
}

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });

createRoot(document.body.appendChild(document.createElement('main'))).render(
  <QueryClientProvider client={queryClient}>
    <Addresses />
  </QueryClientProvider>,
);
