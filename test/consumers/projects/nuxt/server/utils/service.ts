import { MasterDataClient } from 'masterdata-sdk';

// Only the server has this folder. MASTERDATA_BASE_URL and MASTERDATA_API_TOKEN have the URL and the token.
export const service = new MasterDataClient();
