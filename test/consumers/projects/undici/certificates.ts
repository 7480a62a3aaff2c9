import { readFileSync } from 'node:fs';
import { MasterDataClient } from 'masterdata-sdk';
import { Agent, fetch } from 'undici';

const dispatcher = new Agent({
  connect: {
    ca: readFileSync('ca.pem'), // of the service, if it is not a public one
    cert: readFileSync('client.pem'),
    key: readFileSync('client-key.pem'),
  },
});

export const client = new MasterDataClient({ fetch: (url, init) => fetch(url, { ...init, dispatcher }) });
