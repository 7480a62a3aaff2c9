import { isSuccess } from '../exchange.ts';
import { textOf } from '../json.ts';
import { found, type Probe, undetermined, unknownValue } from '../probe.ts';
import { says } from '../rule.ts';
import { described } from '../service.ts';

export const inheritedDescription: Probe<'inheritedDescription'> = {
  policy: 'inheritedDescription',
  sentence: says('Product (variant)', '`description_inherit_from_product`: inherit description from the parent'),
  needsWrites: true,
  async find({ service, records }) {
    const parent = "the parent's description";
    const own = "the product's own description";
    const { record } = await records.create('products.create', { description: parent });
    const id = textOf(record, 'id');
    const parents = await service.list('productParents.list');
    const stored = parents.records.find((each) => each['id'] === record['product_parent_id']);
    if (textOf(stored, 'description') !== parent) {
      return undetermined('the description of a new product is not that of its parent');
    }
    const body = { description: own, description_inherit_from_product: true };
    const updated = await service.call('products.update', { params: { id }, body });
    if (!isSuccess(updated)) return undetermined(`products.update ${described(updated)}`);
    const read = await service.record('products.get', { params: { id } });
    const description = textOf(read.record, 'description');
    if (description === parent) return found('parent', read.exchange);
    return description === own ? found('own', read.exchange) : unknownValue('another text', read.exchange);
  },
};
