import type { CustomerListItem, customers } from '../../src/contract/customers.ts';
import type { Rows } from '../store/row-types.ts';
import type { Handlers } from './handler.ts';
import { createViewCache } from './view-cache.ts';
import type { WorkspaceStore } from './workspace.ts';

const cachedList = createViewCache<readonly CustomerListItem[]>();
const cachedItem = createViewCache<CustomerListItem>();

export const customerHandlers: Handlers<typeof customers> = {
  create: ({ body, workspace }) => workspace.insert('customers', body),

  list({ workspace }) {
    const rows = workspace.list('customers');
    return cachedList([rows, workspace.list('contacts'), workspace.list('addresses')], () =>
      rows.map((row) => listItem(row, workspace)),
    );
  },

  get: ({ params, workspace }) => withLinks(workspace.get('customers', params.id), workspace),
};

function listItem(row: Rows['customers'], workspace: WorkspaceStore): CustomerListItem {
  const { contacts, addresses } = linksOf(row, workspace);
  return cachedItem([row, contacts, addresses], () => {
    const { tax_ids: _, ...listed } = withLinks(row, workspace);
    return listed;
  });
}

/** Adds the contacts and addresses that refer to the customer. */
function withLinks({ created_at, updated_at, ...row }: Rows['customers'], workspace: WorkspaceStore) {
  const { contacts, addresses } = linksOf(row, workspace);
  return {
    ...row,
    contact_ids: contacts.map(({ id }) => id),
    address_ids: addresses.map(({ id }) => id),
    created_at,
    updated_at,
  };
}

function linksOf({ id }: Pick<Rows['customers'], 'id'>, workspace: WorkspaceStore) {
  return {
    contacts: workspace.where('contacts', 'customer_id', id),
    addresses: workspace.where('addresses', 'customer_id', id),
  };
}
