import { MasterDataClient } from 'masterdata-sdk';

// The proxy below /masterdata adds the token. TanStack Query does not retry, because the client does.
export const client = new MasterDataClient({ baseUrl: '/masterdata', apiToken: null });
