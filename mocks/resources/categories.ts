import type { Contract } from '../../src/contract/index.ts';
import { omit } from '../store/fields.ts';
import { notFound } from './errors.ts';
import type { Handlers, OperationContext } from './handler.ts';

export const categoryHandlers: Handlers<Contract['categories']> = {
  get(call) {
    const { params, db, policies } = call;
    const category = policies.deletedCategory === 'hidden' ? requireLive(call) : db.categories.require(params.id);
    // No response shows `deleted_at` before the deletion.
    return category.deleted_at === null ? omit(category, 'deleted_at') : category;
  },

  update: (call) => omit(call.db.categories.update(requireLive(call).id, call.body), 'deleted_at'),

  delete(call) {
    const category = requireLive(call);
    // Products keep their links, and child categories and percentage prices stay as they are: only the category goes.
    call.db.deleteCategory(category);
    return { id: category.id, deleted: true };
  },
};

/** Returns the category of a call. A deleted one is not found: it no longer appears in standard queries. */
function requireLive({ params, db, policies }: Pick<OperationContext, 'db' | 'policies'> & { params: { id: string } }) {
  const category = db.categories.require(params.id);
  if (category.deleted_at !== null) throw notFound('Category', policies);
  return category;
}
