import type { addresses } from '../../src/contract/addresses.ts';
import type { Rows } from '../store/row-types.ts';
import type { Handlers } from './handler.ts';

export const addressHandlers: Handlers<typeof addresses> = {
  create: ({ body, workspace }) => workspace.insert('addresses', body),

  list: ({ query, workspace }) =>
    query.customer_id === undefined
      ? workspace.list('addresses')
      : workspace.where('addresses', 'customer_id', query.customer_id),

  get: ({ params, workspace }) => withoutWorkspace(workspace.get('addresses', params.id)),

  update: ({ params, body, workspace }) =>
    withoutWorkspace(workspace.update('addresses', workspace.get('addresses', params.id), body)),
};

/**
 * `workspace_id` is stated to be present in create and list responses: not in Get and Update. JSON leaves out what is
 * undefined, and to copy all and undefine one takes a third of the time of a rest.
 */
function withoutWorkspace(address: Rows['addresses']) {
  return { ...address, workspace_id: undefined };
}
