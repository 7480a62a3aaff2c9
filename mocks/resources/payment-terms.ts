import type { paymentTerms } from '../../src/contract/payment-terms.ts';
import type { Handlers } from './handler.ts';

export const paymentTermHandlers: Handlers<typeof paymentTerms> = {
  // The specification shows no field of these records: they are what the seed has put into them.
  list: ({ workspace }) => workspace.list('paymentTerms').map((row) => ({ ...row })),
};
