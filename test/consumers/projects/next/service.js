import { MasterDataClient } from 'masterdata-sdk';

/** For server components and route handlers. */
export const service = new MasterDataClient({
  baseUrl: process.env.MASTERDATA_BASE_URL,
  apiToken: process.env.MASTERDATA_API_TOKEN,
});
