import type { CustomerListItem } from '../../src/contract/customers.ts';
import type { Contract } from '../../src/contract/index.ts';
import type { Rows } from '../store/row-types.ts';
import type { CallDatabase } from './call-database.ts';
import type { Handlers } from './handler.ts';
import { createViewCache } from './view-cache.ts';

const cachedList = createViewCache<readonly CustomerListItem[]>();
const cachedItem = createViewCache<CustomerListItem>();

export const customerHandlers: Handlers<Contract['customers']> = {
  create: ({ body, db }) => db.customers.insert(body),

  list({ db }) {
    const rows = db.customers.all();
    return cachedList([rows, db.contacts.all(), db.addresses.all()], () => rows.map((row) => listItem(row, db)));
  },

  get: ({ params, db }) => withLinks(db.customers.require(params.id), db),
};

function listItem(row: Rows['customers'], db: CallDatabase): CustomerListItem {
  const { contacts, addresses } = linksOf(row, db);
  return cachedItem([row, contacts, addresses], () => {
    const { tax_ids: _, ...listed } = withLinks(row, db);
    return listed;
  });
}

/** Adds the contacts and addresses that refer to the customer. */
function withLinks({ created_at, updated_at, ...row }: Rows['customers'], db: CallDatabase) {
  const { contacts, addresses } = linksOf(row, db);
  return {
    ...row,
    contact_ids: contacts.map(({ id }) => id),
    address_ids: addresses.map(({ id }) => id),
    created_at,
    updated_at,
  };
}

function linksOf({ id }: Pick<Rows['customers'], 'id'>, db: CallDatabase) {
  return {
    contacts: db.contacts.where('customer_id', id),
    addresses: db.addresses.where('customer_id', id),
  };
}
