export const bugsOfCatalogs = {
  'category-false-ignored': 'PATCH /api/categories/{id} [is_active] is_active: false is ignored.',
  'category-empty-description-ignored': 'PATCH /api/categories/{id} [description] An empty description is ignored.',
  'category-patch-clears-parent':
    'PATCH /api/categories/{id} [parent_category_id] Every PATCH without parent_category_id removes the parent.',
  'category-parent-null-ignored': 'PATCH /api/categories/{id} [parent_category_id] null does not remove the parent.',
  'category-patch-answers-old':
    'PATCH /api/categories/{id} [response|data|returned] The answer of PATCH is the category as it was before.',
  'category-updated-at-kept': 'PATCH /api/categories/{id} [updated_at] An update does not change updated_at.',
  'category-api-name-changed': 'PATCH /api/categories/{id} [api_name] The api_name of a category can be changed.',
  'category-inactive-hidden':
    'GET /api/categories/{id} [is_active] A category that is not active is answered as not found.',
  'category-conflict-deletes':
    'DELETE /api/categories/{id} [discount] The 409 for a category in a discount comes after the category is deleted.',
  'category-discount-ignored':
    'DELETE /api/categories/{id} [discount] A category that an active discount references is deleted.',
  'category-conflict-status':
    'DELETE /api/categories/{id} [409] The status for a category in a discount is 400 instead of 409.',
  'category-conflict-text':
    'DELETE /api/categories/{id} [CATEGORY_REFERENCED_IN_DISCOUNT] The error for a category in a discount is a sentence instead of the code.',
  'category-delete-unknown-success': 'DELETE /api/categories/{id} [not found] Deleting an unknown category succeeds.',
  'category-delete-foreign': 'DELETE /api/categories/{id} [workspace] A category of another workspace can be deleted.',
  'category-deleted-readable': 'GET /api/categories/{id} [delete] A deleted category can still be read.',
  'category-deleted-patchable': 'PATCH /api/categories/{id} [delete] A deleted category can still be updated.',
  'category-delete-cascades': 'DELETE /api/categories/{id} [child] Deleting a category deletes its child categories.',
  'category-delete-unlinks': 'DELETE /api/categories/{id} [product] Deleting a category removes it from its products.',
  'category-delete-no-id': 'DELETE /api/categories/{id} [id] The answer of DELETE lacks the id.',

  'catalog-inactive-ignored': 'POST /api/catalogs [is_active] A catalog created with is_active: false is active.',
  'catalog-default-inactive': 'POST /api/catalogs [is_active] A catalog created without is_active is not active.',
  'catalog-reference-not-stored': 'POST /api/catalogs [reference] The reference of a new catalog is not stored.',
  'catalog-accounting-not-returned':
    'GET /api/catalogs/{id} [id_accounting] Get Catalog always returns null as id_accounting.',
  'catalog-api-name-not-generated':
    'POST /api/catalogs [api_name] A catalog created without an api_name does not get one.',
  'catalog-api-name-overridden':
    'POST /api/catalogs [api_name] The api_name that was sent is replaced by one generated from the name.',
  'catalog-id-no-uuid': 'POST /api/catalogs [id] The id of a new catalog is no UUID.',
  'catalog-name-not-required': 'POST /api/catalogs [name] A catalog can be created without a name.',
  'catalog-unknown-wrong-text':
    'GET /api/catalogs/{id} [not found] The error for an unknown catalog speaks of a customer.',
  'catalog-foreign-uppercase':
    'GET /api/catalogs/{id} [workspace] A catalog of another workspace can be read with its id in upper case.',

  'parent-recurrence-wrong-accepted':
    'POST /api/product-parents [recurrence_type] A product parent can be created with an unknown recurrence_type.',
  'parent-recurrence-not-required':
    'POST /api/product-parents [recurrence_type] A product parent can be created without a recurrence_type.',
  'parent-api-name-twice': 'POST /api/product-parents [api_name] Two product parents can have the same api_name.',
  'parent-api-name-kebab': 'POST /api/product-parents [api_name] An api_name that is not in snake_case is accepted.',
  'parent-crm-not-stored': 'POST /api/product-parents [id_crm] The id_crm of a new product parent is not stored.',
  'parent-inactive-ignored':
    'POST /api/product-parents [is_active] A product parent created with is_active: false is active.',
  'parents-list-inactive-hidden':
    'GET /api/product-parents [is_active|missing] The list lacks the product parents that are not active.',
  'parents-list-no-products': 'GET /api/product-parents [product_ids] The product_ids are always empty.',
  'parents-list-catalogs-first-only':
    'GET /api/product-parents [catalog_ids] Only the first of several catalogs of a product parent is listed.',
  'parents-list-twice':
    'GET /api/product-parents [twice|duplicate|more than once] A product parent in two catalogs is listed twice.',
  'parents-list-wrapped':
    'GET /api/product-parents [array] The data of the list is an object with items, not an array.',
  'parents-list-foreign': 'GET /api/product-parents [workspace] The list contains product parents of other workspaces.',
} as const;
