import { MasterDataClient } from 'masterdata-sdk';
import { fetch, ProxyAgent } from 'undici';

const dispatcher = new ProxyAgent(process.env.PROXY_URL || 'http://proxy.example:3128');

export const client = new MasterDataClient({ fetch: (url, init) => fetch(url, { ...init, dispatcher }) });
