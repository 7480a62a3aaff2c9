import { createMockServer, demo } from 'masterdata-sdk/mock';
import { setupMockWorker } from 'masterdata-sdk/mock/browser';

export const mock = createMockServer({ baseUrl: 'https://api.example.com', token: 'dev', seed: demo });
export const worker = setupMockWorker(mock, { persist: true });

// In a chunk of its own: Vite warns of chunks above 500 kB.
const { mountWorkbench } = await import('masterdata-sdk/mock/workbench');
mountWorkbench(mock);
