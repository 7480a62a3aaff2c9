import { MasterDataClient } from 'masterdata-sdk';
import { baseUrl, type Connect, id, token } from './subject.ts';

export const connect: Connect = (fetch) => {
  const client = new MasterDataClient({ baseUrl, apiToken: token, fetch, validation: { responses: 'off' } });
  return () => client.customers.get(id);
};
