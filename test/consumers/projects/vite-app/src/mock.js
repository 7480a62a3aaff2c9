import { createMockServer, demo } from 'masterdata-sdk/mock';
import { setupMockWorker } from 'masterdata-sdk/mock/browser';

export const mock = createMockServer({ baseUrl: 'https://api.example.com', token: 'dev', seed: demo });
export const worker = setupMockWorker(mock, { persist: true });
