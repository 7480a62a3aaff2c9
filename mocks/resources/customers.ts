import type { customers } from '../../src/contract/customers.ts';
import type { Rows } from '../store/row-types.ts';
import type { Handlers } from './handler.ts';
import type { WorkspaceStore } from './workspace.ts';

export const customerHandlers: Handlers<typeof customers> = {
  create: ({ body, workspace }) => workspace.insert('customers', body),

  list: ({ workspace }) =>
    workspace.list('customers').map((row) => {
      const { tax_ids: _, ...listed } = withLinks(row, workspace);
      return listed;
    }),

  get: ({ params, workspace }) => withLinks(workspace.get('customers', params.id), workspace),
};

/** Adds the contacts and addresses that refer to the customer. */
function withLinks({ created_at, updated_at, ...row }: Rows['customers'], workspace: WorkspaceStore) {
  return {
    ...row,
    contact_ids: workspace.where('contacts', 'customer_id', row.id).map(({ id }) => id),
    address_ids: workspace.where('addresses', 'customer_id', row.id).map(({ id }) => id),
    created_at,
    updated_at,
  };
}
