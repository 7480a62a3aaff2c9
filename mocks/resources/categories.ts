import type { categories } from '../../src/contract/categories.ts';
import type { Rows } from '../store/row-types.ts';
import { notFound } from './errors.ts';
import type { Handlers, OperationContext } from './handler.ts';

export const categoryHandlers: Handlers<typeof categories> = {
  get(call) {
    const { params, workspace, policies } = call;
    if (policies.deletedCategory === 'hidden') return categoryView(requireLive(call));
    const category = workspace.get('categories', params.id);
    return category.deleted_at === null ? categoryView(category) : category;
  },

  update: (call) => categoryView(call.workspace.update('categories', requireLive(call), call.body)),

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

/** Returns a category without its `deleted_at`, which no response shows before the deletion. */
function categoryView({ deleted_at: _, ...category }: Rows['categories']) {
  return category;
}
