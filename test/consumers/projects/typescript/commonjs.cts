import sdk = require('masterdata-sdk');
import openapi = require('masterdata-sdk/openapi.json');
import manifest = require('masterdata-sdk/package.json');

import { MasterDataClient, NotFoundError } from 'masterdata-sdk';
import { createMockServer, demo } from 'masterdata-sdk/mock';
import { generate } from 'masterdata-sdk/mock/generate';
import { listen } from 'masterdata-sdk/mock/http';
import { customerCreateSchema, customerTypes } from 'masterdata-sdk/schemas';

async function main(): Promise<sdk.Customer | undefined> {
  const mock = createMockServer({ seed: generate({ customers: 10 }) });
  const { id } = await new MasterDataClient({ fetch: mock.fetch }).catalogs.create({ name: 'Spring' });
  const client = new sdk.MasterDataClient({ baseUrl: (await listen(createMockServer({ seed: demo }))).url });
  // @ts-expect-error an unknown option
  new sdk.MasterDataClient({ url: 'https://api.example.com' });
  try {
    return await client.customers.get(id);
  } catch (error) {
    if (error instanceof NotFoundError) console.log(error.message, error.resource);
    return undefined;
  }
}

const type: 'company' | 'individual' = customerTypes[0];
const version: string = manifest.version;
console.log(main(), customerCreateSchema, type, version, openapi.paths['/api/customers/{id}'].get.operationId);
