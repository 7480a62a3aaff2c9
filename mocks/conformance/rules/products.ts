import { isEquivalent } from '../compare-values.ts';
import { ifAny, NotRunError } from '../errors.ts';
import { describeResponse, type Exchange, isSuccess } from '../exchange.ts';
import { detailsOf, type Json, objectsIn } from '../json.ts';
import { unusedId } from '../operations.ts';
import { type CheckContext, expectRejected, expectThat, isValidationError, type Rule, says } from '../rule.ts';
import { responseFields } from '../service.ts';

const rejected = says(
  'Errors',
  'Creation-only or read-only or unknown field sent in product PATCH: 400, `Validation error`, names the field',
);

export const productRules: readonly Rule[] = [
  rejectedFieldRule(
    'creation-only',
    ['api_name', 'recurrence_type', 'catalog_ids'],
    [
      says(
        'Endpoints, Products',
        'Creation-only fields such as `api_name` cannot be sent in a product PATCH (400, see Errors).',
      ),
    ],
  ),
  rejectedFieldRule('read-only', ['id', 'created_at', 'parent_primary_image_id'], []),
  rejectedFieldRule('unknown', ['conformance_unknown'], []),
  {
    id: 'products.update.name-length',
    sentences: [
      says('Errors, Validation rules', 'Product `name` must be at least 2 characters.'),
      says('Errors', 'Body fails validation: 400 (stated for product PATCH), `Validation error`'),
      says('Limits', 'Product `name` has a minimum length of 2.'),
    ],
    needs: ['writes'],
    async check(context) {
      const product = await openProduct(context);
      const before = await product.read();
      const exchange = await product.update({ name: 'D', description: 'must not be stored' });
      expectRejected(context, exchange, 'a name of one character');
      if (isValidationError(exchange)) {
        expectThat(context, exchange.status === 400, `status ${exchange.status}, expected 400`, exchange);
      }
      const after = await product.read();
      const isSame = isSameProduct(before, after);
      expectThat(context, isSame, 'a rejected update changes the product', exchange);
      const short = await product.update({ name: 'Ax' });
      expectThat(context, isSuccess(short), `a name of two characters ${describeResponse(short)}`, short);
    },
  },
  {
    id: 'products.update.categories',
    sentences: [
      says('Endpoints, Products', '`category_ids` array of UUID strings (replaces all existing category links)'),
      says('Product (variant)', '`categories`: categories linked to the parent'),
    ],
    needs: ['writes'],
    // The category of an existing product can be the one that another rule deletes.
    uses: ['category', 'deletableCategory', 'discountedCategory'],
    async check(context) {
      const category = context.fixtures.category ?? (await context.records.category()).id;
      const product = await openProduct(context);
      const linked = await product.update({ category_ids: [category] });
      const ids = objectsIn((await product.read())['categories']).map((each) => each['id']);
      expectThat(context, isEquivalent(ids, [category]), '`categories` must be the categories that were sent', linked);
      const categories = await findCategories(context);
      if (categories.length > 1) {
        const both = await product.update({ category_ids: categories });
        const all = objectsIn((await product.read())['categories']).map((each) => each['id']);
        const isSame = isEquivalent(all, categories);
        expectThat(context, isSame, '`categories` must be both categories that were sent', both);
      }
      const removed = await product.update({ category_ids: [] });
      const left = objectsIn((await product.read())['categories']);
      expectThat(context, left.length === 0, 'an empty `category_ids` must remove all links', removed);
    },
  },
  {
    id: 'products.update.image',
    sentences: [says('Endpoints, Products', '`primary_image_id` UUID string or null (null removes the primary image)')],
    needs: ['writes'],
    async check(context) {
      const product = await openProduct(context);
      const image = unusedId();
      const set = await product.update({ primary_image_id: image });
      if (!isSuccess(set)) throw new NotRunError('the server knows no image with a random id');
      const { primary_image_id: stored } = await product.read();
      expectThat(context, isEquivalent(stored, image), '`primary_image_id` does not have the value that was sent', set);
      const other = await product.update({ reference: context.records.name() });
      const { primary_image_id: kept } = await product.read();
      const isKept = !isSuccess(other) || isEquivalent(kept, stored);
      expectThat(context, isKept, 'an update without `primary_image_id` changes it', other);
      const removed = await product.update({ primary_image_id: null });
      const { primary_image_id: after } = await product.read();
      expectThat(context, after === null, '`primary_image_id` must be null after null was sent', removed);
    },
  },
  {
    id: 'products.prices',
    sentences: [
      says(
        'Product (variant)',
        '`prices` entries: `id`, `pricebook_id`, `pricebook_api_name`; also `pricing_model` and `amount` in Get and Update responses',
      ),
      says('Endpoints, Products', 'PATCH /api/products/{id}: updated product including `prices`'),
    ],
    needs: ['writes'],
    async check(context) {
      const { id, record } = await context.records.create('products.create');
      const read = await context.service.record('products.get', { params: { id } });
      const links = (prices: unknown) =>
        objectsIn(prices).map(({ id, pricebook_id, pricebook_api_name }) => [id, pricebook_id, pricebook_api_name]);
      const [created, stored] = [links(record['prices']), links(read.record['prices'])];
      if (created.length + stored.length === 0) throw new NotRunError('a new product has no price');
      const isSame = isEquivalent(created, stored);
      expectThat(context, isSame, 'the prices of a new product and of products.get differ', read.exchange);
    },
  },
];

/** Returns the ids of up to two categories that no rule deletes. */
export async function findCategories({
  records,
  fixtures,
}: Pick<CheckContext, 'records' | 'fixtures'>): Promise<string[]> {
  const existing = await ifAny(records.category());
  const ids = [fixtures.category, fixtures.discountedCategory, existing?.id].flatMap((id) => id?.toLowerCase() ?? []);
  return [...new Set(ids)].filter((id) => id !== '' && id !== fixtures.deletableCategory?.toLowerCase()).slice(0, 2);
}

interface ProductHandle {
  readonly id: string;
  readonly read: () => Promise<Json>;
  readonly update: (body: Json) => Promise<Exchange>;
}

async function openProduct({ records, service }: CheckContext): Promise<ProductHandle> {
  const { id } = await records.create('products.create');
  return {
    id,
    read: () => service.get('products.get', id),
    update: (body) => service.call('products.update', { params: { id }, body }),
  };
}

function rejectedFieldRule(kind: string, fields: readonly string[], sentences: Rule['sentences']): Rule {
  return {
    id: `products.update.${kind}`,
    sentences: [rejected, ...sentences],
    needs: ['writes'],
    async check(context) {
      const product = await openProduct(context);
      const before = await product.read();
      let isRejected = true;
      for (const field of fields) {
        const value = field in before ? before[field] : 'conformance';
        // With another field, because an update of nothing may be rejected.
        const exchange = await product.update({ reference: context.records.name(), [field]: value });
        if (isSuccess(exchange)) isRejected = false;
        if (exchange.status !== 400 || !isValidationError(exchange)) {
          context.report(
            `\`${field}\` ${describeResponse(exchange)}, expected status 400 "Validation error"`,
            exchange,
          );
          continue;
        }
        const names = JSON.stringify(detailsOf(exchange.json) ?? '')
          .toLowerCase()
          .includes(field);
        expectThat(context, names, `\`details\` does not name the field \`${field}\``, exchange);
      }
      if (!isRejected) return;
      const { record, exchange } = await context.service.record('products.get', { params: { id: product.id } });
      expectThat(context, isSameProduct(before, record), 'a rejected update changes the product', exchange);
    },
  };
}

/** Whether the fields of the contract are the same, apart from the time of the update. */
function isSameProduct(before: Json, after: Json): boolean {
  const fields = responseFields('products.get').filter((field) => !/^updated_(?:at|by)$/.test(field));
  return fields.every((field) => isEquivalent(before[field], after[field]));
}
