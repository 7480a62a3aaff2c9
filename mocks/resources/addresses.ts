import type { addresses } from '../../src/contract/addresses.ts';
import { omit } from '../store/fields.ts';
import type { Handlers } from './handler.ts';

export const addressHandlers: Handlers<typeof addresses> = {
  create: ({ body, workspace }) => workspace.insert('addresses', body),

  list: ({ query, workspace }) =>
    query.customer_id === undefined
      ? workspace.list('addresses')
      : workspace.where('addresses', 'customer_id', query.customer_id),

  // The specification shows `workspace_id` only in the responses of create and list.
  get: ({ params, workspace }) => omit(workspace.get('addresses', params.id), 'workspace_id'),

  update: ({ params, body, workspace }) =>
    omit(workspace.update('addresses', workspace.get('addresses', params.id), body), 'workspace_id'),
};
