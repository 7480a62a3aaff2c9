import { MasterDataClient } from 'masterdata-sdk';

// SvelteKit keeps the files of lib/server out of the page. MASTERDATA_BASE_URL and MASTERDATA_API_TOKEN have the URL
// and the token.
export const service = new MasterDataClient();
