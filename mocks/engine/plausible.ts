import * as z from 'zod/mini';
import { deletedCategorySchema } from '../../src/contract/categories.ts';
import { contactUpdateSchema } from '../../src/contract/contacts.ts';
import { type Endpoint, permissionOf } from '../../src/contract/endpoint.ts';
import { apiName, email, uuid } from '../../src/contract/fields.ts';
import { contract } from '../../src/contract/index.ts';
import type { OwnPermission } from '../controls/permissions.ts';
import type { MockOperation } from '../operations/mock-operation.ts';
import { contractOperation } from '../operations/operation.ts';
import type { OperationContext } from '../resources/handler.ts';
import { handlers } from '../resources/index.ts';

/** The resources whose records can be read one by one. */
type Resource = 'customers' | 'contacts' | 'addresses' | 'categories' | 'catalogs' | 'products';

/** Returns the record as the operation `get` returns it. */
function view(resource: Resource, context: OperationContext, id: string): unknown {
  const get: (context: never) => unknown = handlers[resource].get;
  return get({ ...context, params: { id } } as never);
}

function listOperation(resource: Resource): MockOperation {
  const { path, response } = contract[resource].get;
  const endpoint = {
    ...contract[resource].get,
    name: `${resource}.list`,
    path: path.replace('/{id}', '') as Endpoint['path'],
    response: z.array<z.ZodMiniType>(response),
    errors: [],
  };
  return toOperation(endpoint, (context) =>
    context.db[resource]
      .list()
      // A deleted category stays in its table.
      .filter((row) => !('deleted_at' in row) || row.deleted_at === null)
      .map(({ id }) => view(resource, context, id)),
  );
}

function deleteOperation(resource: Resource): MockOperation {
  const { get } = contract[resource];
  const endpoint = {
    ...get,
    name: `${resource}.delete`,
    method: 'DELETE' as const,
    response: deletedCategorySchema,
  };
  return toOperation(endpoint, ({ params, db }) => {
    const { id } = db[resource].require((params as { readonly id: string }).id);
    db[resource].delete(id);
    return { id, deleted: true };
  });
}

function createOperation(resource: 'contacts' | 'categories', body: Endpoint['body']): MockOperation {
  const { get } = contract[resource];
  const endpoint = {
    ...get,
    name: `${resource}.create`,
    method: 'POST' as const,
    path: get.path.replace('/{id}', '') as Endpoint['path'],
    ...(body && { body }),
  };
  return toOperation(endpoint, (context) => {
    const { id } = context.db[resource].insert(context.body as never);
    return view(resource, context, id);
  });
}

function toOperation(endpoint: Endpoint, handler: (context: OperationContext) => unknown): MockOperation {
  return {
    ...endpoint,
    permission: permissionOf(endpoint) as OwnPermission,
    status: undefined,
    operation: contractOperation(endpoint, handler),
  };
}

const contactBody = z.extend(contactUpdateSchema, {
  customer_id: uuid,
  first_name: z.string(),
  last_name: z.string(),
  email,
});

const categoryBody = z.strictObject({
  name: z.string(),
  api_name: apiName,
  description: z.optional(z.string()),
  is_active: z.optional(z.boolean()),
  parent_category_id: z.optional(z.nullable(uuid)),
});

/**
 * Operations that the specification only mentions, as they plausibly are. **None of them comes from the
 * specification,** so your service may behave otherwise. They list and delete the records that have a `get`, and create
 * contacts and categories:
 *
 * - `contacts.list`, `categories.list`, `catalogs.list`, `products.list`
 * - `customers.delete`, `contacts.delete`, `addresses.delete`, `catalogs.delete`, `products.delete`. A record to which
 *   others refer stays, and the response has status 409.
 * - `contacts.create`, `categories.create`
 *
 * @example
 * ```ts
 * import { createMockServer } from 'masterdata-sdk/mock';
 * import { plausible } from 'masterdata-sdk/mock/plausible';
 *
 * const mock = createMockServer({ operations: plausible });
 * ```
 */
export const plausible: readonly MockOperation[] = [
  ...(['contacts', 'categories', 'catalogs', 'products'] as const).map(listOperation),
  ...(['customers', 'contacts', 'addresses', 'catalogs', 'products'] as const).map(deleteOperation),
  createOperation('contacts', contactBody),
  createOperation('categories', categoryBody),
];
