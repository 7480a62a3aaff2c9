import { customerCreateSchema } from 'masterdata-sdk/schemas';

console.log(customerCreateSchema.safeParse({ name: 'Acme', type: 'company' }).success);
