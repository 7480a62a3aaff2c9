import type { Contract } from '../../src/contract/index.ts';
import type { Handlers } from './handler.ts';

export const paymentTermHandlers: Handlers<Contract['paymentTerms']> = {
  // The specification shows no fields of these records. They have the fields of the seed.
  list: ({ db }) => db.paymentTerms.all(),
};
