import type { paymentTerms } from '../../src/contract/payment-terms.ts';
import type { Handlers } from './workspace.ts';

/** What the operations on payment terms do. */
export const paymentTermHandlers: Handlers<typeof paymentTerms> = {
  // The specification shows no field of these records: they are what the seed has put into them.
  list: ({ workspace }) => workspace.all('paymentTerms').map((row) => ({ ...row })),
};
