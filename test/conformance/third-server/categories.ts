import { accept, type Body, boolean, type Fields, reference, text, title } from './checks.ts';
import { Failure, find } from './failure.ts';
import { type Json, present, update } from './present.ts';
import { type Context, type Row, strings } from './world.ts';

function shownCategory(context: Context, row: Row): Json {
  const fields = ['workspace_id', 'name', 'api_name', 'description', 'is_active', 'parent_category_id'];
  const shown = present(context, row, fields);
  if (context.variant('category-deleted-at')) shown['deleted_at'] = null;
  return shown;
}

/** Whether the category is the other one or one of its descendants. */
function isBelow(context: Context, category: unknown, other: Row): boolean {
  let id = category;
  while (typeof id === 'string') {
    if (id.toLowerCase() === other.id) return true;
    const step = String(id).toLowerCase();
    id = context.tables.categories.find((row) => row.id === step)?.['parent_category_id'];
  }
  return false;
}

function fieldsOf(context: Context, row: Row): Fields {
  const parent = reference(context, 'categories', 'Category');
  const fields: Fields = {
    name: { check: title(context) },
    description: { check: text(context) },
    is_active: { check: boolean },
    parent_category_id: {
      nullable: true,
      check: (value) =>
        parent(value) ??
        (isBelow(context, value, row) && !context.variant('category-cycles-accepted') ? 'makes a circle' : undefined),
    },
  };
  return context.bug('category-api-name-changed') ? { ...fields, api_name: { check: text(context) } } : fields;
}

export function getCategory(context: Context, id: string): Json {
  const row = find(context, 'categories', 'Category', id, { deleted: context.bug('category-deleted-readable') });
  if (context.bug('category-inactive-hidden') && !row['is_active']) throw new Failure(404, 'Category not found');
  return shownCategory(context, row);
}

export function patchCategory(context: Context, id: string, body: Body): Json {
  const row = find(context, 'categories', 'Category', id, { deleted: context.bug('category-deleted-patchable') });
  const values = accept(context, body, fieldsOf(context, row), { immutable: ['api_name'] });
  if (context.bug('category-false-ignored') && values['is_active'] === false) delete values['is_active'];
  if (context.bug('category-empty-description-ignored') && values['description'] === '') delete values['description'];
  if (context.bug('category-patch-clears-parent')) values['parent_category_id'] ??= null;
  if (context.bug('category-parent-null-ignored') && values['parent_category_id'] === null) {
    delete values['parent_category_id'];
  }
  const before = shownCategory(context, row);
  const changed = row.updated_at;
  update(context, row, values);
  if (context.bug('category-updated-at-kept')) row.updated_at = changed;
  return context.bug('category-patch-answers-old') ? before : shownCategory(context, row);
}

function conflict(context: Context, row: Row): Failure | undefined {
  const discounted = context.discounts.some((discount) => discount.active && discount.category === row.id);
  if (!discounted || context.bug('category-discount-ignored')) return undefined;
  const message = context.bug('category-conflict-text')
    ? 'Category is used by an active discount'
    : 'CATEGORY_REFERENCED_IN_DISCOUNT';
  return new Failure(context.bug('category-conflict-status') ? 400 : 409, message);
}

function unlink(context: Context, id: string): void {
  for (const parent of context.tables.parents) {
    parent['category_ids'] = strings(parent['category_ids']).filter((category) => category !== id);
  }
}

export function deleteCategory(context: Context, id: string): Json {
  const known = context.tables.categories.some((category) => category.id === id.toLowerCase());
  if (context.bug('category-delete-unknown-success') && !known) return { id, deleted: true };
  const row = find(context, 'categories', 'Category', id, { foreign: context.bug('category-delete-foreign') });
  const failure = conflict(context, row);
  if (failure) {
    if (context.bug('category-conflict-deletes')) row['deleted_at'] = context.now();
    throw failure;
  }
  row['deleted_at'] = context.now();
  if (context.bug('category-delete-cascades')) {
    const children = context.tables.categories.filter((child) => child['parent_category_id'] === row.id);
    for (const child of children) child['deleted_at'] = row['deleted_at'];
  }
  if (context.bug('category-delete-unlinks')) unlink(context, row.id);
  return context.bug('category-delete-no-id') ? { deleted: true } : { id: row.id, deleted: true };
}
