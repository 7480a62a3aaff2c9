import type { Contract } from '../../src/contract/index.ts';
import { omit } from '../store/fields.ts';
import type { Handlers } from './handler.ts';

export const addressHandlers: Handlers<Contract['addresses']> = {
  create: ({ body, db }) => db.addresses.insert(body),

  list: ({ query, db }) =>
    query.customer_id === undefined ? db.addresses.all() : db.addresses.where('customer_id', query.customer_id),

  // The specification shows `workspace_id` only in the responses of create and list.
  get: ({ params, db }) => omit(db.addresses.require(params.id), 'workspace_id'),

  update: ({ params, body, db }) => omit(db.addresses.update(params.id, body), 'workspace_id'),
};
