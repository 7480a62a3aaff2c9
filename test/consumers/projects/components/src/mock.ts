import { createMockServer, demo } from 'masterdata-sdk/mock';
import { setupMockWorker } from 'masterdata-sdk/mock/browser';

export const mock = createMockServer({ baseUrl: '/masterdata', token: 'dev', seed: demo });
export const worker = setupMockWorker(mock, { token: 'dev' });
