import type { categories } from '../../src/contract/categories.ts';
import { omit } from '../store/fields.ts';
import { notFound } from './errors.ts';
import type { Handlers, OperationContext } from './handler.ts';

export const categoryHandlers: Handlers<typeof categories> = {
  get(call) {
    const { params, workspace, policies } = call;
    const category = policies.deletedCategory === 'hidden' ? requireLive(call) : workspace.get('categories', params.id);
    // No response shows `deleted_at` before the deletion.
    return category.deleted_at === null ? omit(category, 'deleted_at') : category;
  },

  update: (call) => omit(call.workspace.update('categories', requireLive(call), call.body), 'deleted_at'),

  delete(call) {
    const category = requireLive(call);
    // Products keep their links, and child categories and percentage prices stay as they are: only the category goes.
    call.workspace.deleteCategory(category);
    return { id: category.id, deleted: true };
  },
};

/** Returns the category of a call. A deleted one is not found: it no longer appears in standard queries. */
function requireLive({
  params,
  workspace,
  policies,
}: Pick<OperationContext, 'workspace' | 'policies'> & { params: { id: string } }) {
  const category = workspace.get('categories', params.id);
  if (category.deleted_at !== null) throw notFound('Category', policies);
  return category;
}
