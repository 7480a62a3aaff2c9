import { MasterDataClient } from 'masterdata-sdk';
import { MASTERDATA_API_TOKEN, MASTERDATA_BASE_URL } from '$app/env/private';

// SvelteKit keeps the files of lib/server out of the page.
export const service = new MasterDataClient({ baseUrl: MASTERDATA_BASE_URL, apiToken: MASTERDATA_API_TOKEN });
