import { createMockServer, demo } from 'masterdata-sdk/mock';

/** The mock of the server. Its URL and token are those in MASTERDATA_BASE_URL and MASTERDATA_API_TOKEN. */
export const mock = createMockServer({ baseUrl: 'https://api.example.com', token: 'dev', seed: demo });
