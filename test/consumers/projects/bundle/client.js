import { MasterDataClient } from 'masterdata-sdk';

const client = new MasterDataClient({ baseUrl: 'https://api.example.com', apiToken: 'secret' });
console.log(await client.customers.list());
