import type { paymentTerms } from '../../src/contract/payment-terms.ts';
import type { Handlers } from './handler.ts';

export const paymentTermHandlers: Handlers<typeof paymentTerms> = {
  // The specification shows no fields of these records. They have the fields of the seed.
  list: ({ db }) => db.paymentTerms.all(),
};
