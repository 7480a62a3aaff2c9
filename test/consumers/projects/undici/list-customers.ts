// Prints the number of customers, with the `fetch` of Node.
import { MasterDataClient } from 'masterdata-sdk';

console.log((await new MasterDataClient().customers.list()).length);
