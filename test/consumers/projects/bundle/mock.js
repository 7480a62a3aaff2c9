import { createMockServer } from 'masterdata-sdk/mock';

const mock = createMockServer();
console.log(mock.db.customers.insert({ name: 'Acme', type: 'company' }));
