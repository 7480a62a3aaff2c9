import type { categories } from '../../src/contract/categories.ts';
import type { Rows } from '../store/row-types.ts';
import { notFound } from './errors.ts';
import type { Handlers, OperationContext } from './handler.ts';

export const categoryHandlers: Handlers<typeof categories> = {
  get(call) {
    const { params, workspace, policies } = call;
    return policies.deletedCategory === 'shown'
      ? visible(workspace.get('categories', params.id))
      : categoryView(live(call));
  },

  update: (call) => categoryView(call.workspace.update('categories', live(call), call.body)),

  delete(call) {
    const category = live(call);
    // Products keep their links, and child categories and percentage prices stay as they are: only the category goes.
    call.workspace.deleteCategory(category);
    return { id: category.id, deleted: true };
  },
};

/** The category, unless it is deleted: a deleted one no longer appears in standard queries. */
function live({
  params,
  workspace,
  policies,
}: Pick<OperationContext, 'workspace' | 'policies'> & { params: { id: string } }) {
  const category = workspace.get('categories', params.id);
  if (category.deleted_at !== null) throw notFound('Category', policies);
  return category;
}

/** A deleted category with its `deleted_at`, or a category as all other responses show it. */
function visible(category: Rows['categories']) {
  return category.deleted_at === null ? categoryView(category) : category;
}

function categoryView({ deleted_at: _, ...category }: Rows['categories']) {
  return category;
}
