import type { contacts } from '../../src/contract/contacts.ts';
import type { Rows } from '../store/row-types.ts';
import type { Handlers } from './handler.ts';
import type { WorkspaceStore } from './workspace.ts';

export const contactHandlers: Handlers<typeof contacts> = {
  get: ({ params, workspace }) => withAddresses(workspace.get('contacts', params.id), workspace),

  update: ({ params, body, workspace }) =>
    withAddresses(workspace.update('contacts', workspace.get('contacts', params.id), body), workspace),
};

/** Adds the addresses that refer to the contact. */
function withAddresses({ created_at, updated_at, ...row }: Rows['contacts'], workspace: WorkspaceStore) {
  return {
    ...row,
    address_ids: workspace.where('addresses', 'contact_id', row.id).map(({ id }) => id),
    created_at,
    updated_at,
  };
}
