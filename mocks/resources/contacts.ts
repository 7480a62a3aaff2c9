import type { Contract } from '../../src/contract/index.ts';
import type { Rows } from '../store/row-types.ts';
import type { CallDatabase } from './call-database.ts';
import type { Handlers } from './handler.ts';

export const contactHandlers: Handlers<Contract['contacts']> = {
  get: ({ params, db }) => withAddresses(db.contacts.require(params.id), db),

  update: ({ params, body, db }) => withAddresses(db.contacts.update(params.id, body), db),
};

/** Adds the addresses that refer to the contact. */
function withAddresses({ created_at, updated_at, ...row }: Rows['contacts'], db: CallDatabase) {
  return {
    ...row,
    address_ids: db.addresses.where('contact_id', row.id).map(({ id }) => id),
    created_at,
    updated_at,
  };
}
