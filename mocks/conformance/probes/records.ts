import { isEquivalent } from '../compare-values.ts';
import { describeResponse, isSuccess } from '../exchange.ts';
import { dataOf, objectsIn, textOf } from '../json.ts';
import { found, type Probe, undetermined, unknownValue } from '../probe.ts';
import { isValidationError, says } from '../rule.ts';
import { waitForClock } from '../server-clock.ts';

export const inheritedDescription: Probe<'inheritedDescription'> = {
  sentence: says('Product (variant)', '`description_inherit_from_product`: inherit description from the parent'),
  needsWrites: true,
  async find({ service, records }) {
    const parent = "the parent's description";
    const own = "the product's own description";
    const { id, record } = await records.create('products.create', { description: parent });
    const parents = await service.list('productParents.list');
    const stored = parents.records.find((each) => each['id'] === record['product_parent_id']);
    if (!stored && parents.isTruncated) return undetermined('the list of parents has more pages than the kit reads');
    if (textOf(stored, 'description') !== parent) {
      return undetermined('the description of a new product is not that of its parent');
    }
    const body = { description: own, description_inherit_from_product: true };
    const updated = await service.call('products.update', { params: { id }, body });
    if (!isSuccess(updated)) return undetermined(`products.update ${describeResponse(updated)}`);
    const read = await service.record('products.get', { params: { id } });
    const description = textOf(read.record, 'description');
    if (description === parent) return found('parent', read.exchange);
    return description === own ? found('own', read.exchange) : unknownValue('another text', read.exchange);
  },
};

export const unsetAmount: Probe<'unsetAmount'> = {
  sentence: says('Resources and their fields, Price', '`amount`: number, fixed price, for flat pricing'),
  needsWrites: true,
  async find({ service, records }) {
    const { record } = await records.create('products.create');
    const id = textOf(objectsIn(record['prices'])[0], 'id');
    if (id === '') return undetermined('a new product has no price');
    const price = await service.record('prices.update', { params: { id }, body: { is_setup: false } });
    const { amount } = price.record;
    if (amount === null) return found('null', price.exchange);
    return amount === 0 ? found('zero', price.exchange) : unknownValue(`amount ${String(amount)}`, price.exchange);
  },
};

export const emptyUpdate: Probe<'emptyUpdate'> = {
  sentence: says('Endpoints, Addresses', 'PATCH: body, all optional. A body without fields is not shown.'),
  needsWrites: true,
  async find({ service, records }) {
    const { id, record } = await records.create('addresses.create');
    const before = textOf(record, 'updated_at');
    await waitForClock(service, records, before);
    const exchange = await service.call('addresses.update', { params: { id }, body: {} });
    if (isValidationError(exchange)) return found('reject', exchange);
    if (!isSuccess(exchange)) return unknownValue(describeResponse(exchange), exchange);
    const after = textOf(await service.get('addresses.get', id), 'updated_at');
    return found(after === before ? 'ignore' : 'touch', exchange);
  },
};

export const deletedCategory: Probe<'deletedCategory'> = {
  sentence: says('States and transitions', 'soft-deleted (`deleted_at` set); no longer appears in standard queries'),
  needsWrites: true,
  // Reads a category that a rule has deleted: the API creates none, so there may be only one to delete.
  async find({ service, fixtures, exchanges }) {
    const id = fixtures.deletableCategory;
    if (id === undefined) return undetermined('needs `deletableCategory` in the fixtures file');
    const isDeleted = exchanges.some(
      (exchange) =>
        exchange.call.operation === 'categories.delete' &&
        isSuccess(exchange) &&
        isEquivalent(textOf(dataOf(exchange.json), 'id'), id),
    );
    if (!isDeleted) return undetermined('the category `deletableCategory` could not be deleted');
    const exchange = await service.call('categories.get', { params: { id } });
    if (!isSuccess(exchange)) return found('hidden', exchange);
    return textOf(dataOf(exchange.json), 'deleted_at') === ''
      ? unknownValue('shown without `deleted_at`', exchange)
      : found('shown', exchange);
  },
};
