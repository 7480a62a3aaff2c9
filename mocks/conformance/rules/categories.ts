import { isObject } from '../../shared/json.ts';
import { isEquivalent } from '../compare-values.ts';
import { NotRunError } from '../errors.ts';
import { describeResponse, isSuccess } from '../exchange.ts';
import { dataOf, errorOf, type Json, objectsIn, textOf } from '../json.ts';
import { swapCase } from '../operations.ts';
import { type CheckContext, expectThat, type Rule, says } from '../rule.ts';
import { responseFields } from '../service.ts';

const section = 'States and transitions';
const keepsProducts = says(section, 'products keep their `category_ids`');
const keepsChildren = says(section, 'child categories are not deleted');

export const categoryRules: readonly Rule[] = [
  {
    id: 'categories.delete.referenced',
    sentences: [
      says(
        section,
        'DELETE category, referenced by an active discount: unchanged, 409 error with code `CATEGORY_REFERENCED_IN_DISCOUNT`',
      ),
      says(
        'Errors',
        'Category referenced by an active discount on delete: 409, `CATEGORY_REFERENCED_IN_DISCOUNT`, details none',
      ),
    ],
    needs: ['writes', 'discountedCategory'],
    async check(context) {
      const params = { id: context.require('discountedCategory') };
      const before = await context.service.record('categories.get', { params });
      const exchange = await context.service.call('categories.delete', { params });
      const isConflict = exchange.status === 409 && errorOf(exchange.json) === 'CATEGORY_REFERENCED_IN_DISCOUNT';
      const message = `the deletion ${describeResponse(exchange)}, expected status 409 "CATEGORY_REFERENCED_IN_DISCOUNT"`;
      expectThat(context, isConflict, message, exchange);
      const after = await context.service.call('categories.get', { params });
      expectThat(
        context,
        isSameCategory(before.record, dataOf(after.json)),
        'the deletion that is rejected because of a discount changes the category',
        after,
      );
    },
  },
  {
    id: 'isolation.deletion',
    sentences: [says('What the service does', 'All reads and writes are limited to that workspace.')],
    needs: ['writes', 'deletableCategory', 'secondToken'],
    async check(context) {
      const { service } = context;
      const params = { id: context.require('deletableCategory') };
      await service.record('categories.get', { params });
      for (const id of [params.id, swapCase(params.id)]) {
        const exchange = await service.call('categories.delete', { params: { id }, token: 'second' });
        const after = await service.call('categories.get', { params });
        const isKept = isSuccess(after) && textOf(dataOf(after.json), 'deleted_at') === '';
        expectThat(context, isKept, 'categories.delete deletes a category of another workspace', exchange);
        if (!isKept) return;
      }
    },
  },
  {
    id: 'categories.delete.soft',
    sentences: [
      says(
        section,
        'DELETE category: soft-deleted; no longer appears in standard queries; response `data` is the id and `deleted: true`',
      ),
      keepsProducts,
      keepsChildren,
      says('Endpoints, Categories', 'DELETE /api/categories/{id}: {`id`, `deleted`: true}'),
    ],
    needs: ['writes', 'deletableCategory'],
    uses: ['category'],
    async check(context) {
      const { records, service } = context;
      const id = context.require('deletableCategory');
      await service.record('categories.get', { params: { id } });
      const product = await records.create('products.create', { category_ids: [id] });
      const child = await openChild(context, id);
      const exchange = await service.call('categories.delete', { params: { id }, isValid: true });
      if (exchange.isRepeated && !isSuccess(exchange)) {
        throw new NotRunError('the deletion failed, and may have been carried out');
      }
      const data = dataOf(exchange.json);
      const isDeleted = isObject(data) && isEquivalent(data['id'], id) && data['deleted'] === true;
      expectThat(context, isSuccess(exchange) && isDeleted, `the deletion ${describeResponse(exchange)}`, exchange);
      const read = await service.call('categories.get', { params: { id } });
      // The policy `deletedCategory` says whether an id leads to it.
      const isHidden = !isSuccess(read) || textOf(dataOf(read.json), 'deleted_at') !== '';
      expectThat(context, isHidden, 'a deleted category can still be read, without `deleted_at`', read);
      const after = await service.record('products.get', { params: { id: product.id } });
      const isKept = objectsIn(after.record['categories']).some((category) => isEquivalent(category['id'], id));
      expectThat(context, isKept, 'the product lost its link to the deleted category', after.exchange, keepsProducts);
      await child?.();
    },
  },
];

/** Whether the fields of the specification are the same. */
function isSameCategory(before: Json, after: unknown): boolean {
  return (
    isObject(after) && responseFields('categories.get').every((field) => isEquivalent(before[field], after[field]))
  );
}

/**
 * Makes the fixture `category` a child of another category. Returns the check that it still exists, which also sets its
 * parent back.
 */
async function openChild(context: CheckContext, parentId: string): Promise<(() => Promise<void>) | undefined> {
  const { service, fixtures } = context;
  if (fixtures.category === undefined) return undefined;
  const params = { id: fixtures.category };
  const { parent_category_id } = await service.get('categories.get', params.id);
  const isChild = isEquivalent(parent_category_id, parentId);
  const body = { parent_category_id: parentId };
  if (!isChild && !isSuccess(await service.call('categories.update', { params, body }))) return undefined;
  return async () => {
    const exchange = await service.call('categories.get', { params });
    const isKept = isSuccess(exchange) && textOf(dataOf(exchange.json), 'deleted_at') === '';
    expectThat(context, isKept, 'categories.delete also deletes the child category', exchange, keepsChildren);
    if (!isChild) await service.call('categories.update', { params, body: { parent_category_id } });
  };
}
