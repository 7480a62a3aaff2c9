import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { Addresses } from './addresses.jsx';

// Production builds contain neither the mock nor MSW.
if (import.meta.env.DEV || import.meta.env.MODE === 'mock') {
  const { worker } = await import('./mock.js');
  await worker.start();
}

const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false }, mutations: { retry: false } } });

createRoot(document.getElementById('root')).render(
  <QueryClientProvider client={queryClient}>
    <Addresses />
  </QueryClientProvider>,
);
