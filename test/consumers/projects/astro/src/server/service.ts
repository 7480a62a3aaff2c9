import { MASTERDATA_API_TOKEN, MASTERDATA_BASE_URL } from 'astro:env/server';
import { MasterDataClient } from 'masterdata-sdk';

export const service = new MasterDataClient({ baseUrl: MASTERDATA_BASE_URL, apiToken: MASTERDATA_API_TOKEN });
