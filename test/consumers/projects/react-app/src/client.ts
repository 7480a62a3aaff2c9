import { MasterDataClient } from 'masterdata-sdk';

// The proxy below /masterdata adds the token.
export const client = new MasterDataClient({ baseUrl: '/masterdata', apiToken: null });
