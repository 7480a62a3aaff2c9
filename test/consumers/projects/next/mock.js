import { createMockServer, demo } from 'masterdata-sdk/mock';

export const mock = createMockServer({ baseUrl: 'https://api.example.com', token: 'dev', seed: demo });
