import { MasterDataClient } from 'masterdata-sdk';

// For server components and route handlers. MASTERDATA_BASE_URL and MASTERDATA_API_TOKEN have the URL and the token.
export const service = new MasterDataClient();
