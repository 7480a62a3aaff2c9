import { isEquivalent } from '../compare-values.ts';
import { NotRunError } from '../errors.ts';
import { describeResponse, isSuccess } from '../exchange.ts';
import { findPrice } from '../fixtures/price-fixture.ts';
import { type Json, objectsIn, recordIn, textOf } from '../json.ts';
import { type CheckContext, expectRejected, expectThat, type Rule, says } from '../rule.ts';

export const priceRules: readonly Rule[] = [
  // First of those that change a price: the others do not change a fixture of a server that fails this rule.
  {
    id: 'prices.independent',
    sentences: [says('Endpoints, Conventions', 'PATCH endpoints update only the fields supplied.')],
    needs: ['writes'],
    uses: ['price'],
    async check(context) {
      const { id, productId } = await openPrice(context);
      const others = async () => {
        const product = await context.service.record('products.get', { params: { id: productId } });
        return { rest: objectsIn(product.record['prices']).filter((price) => price['id'] !== id), ...product };
      };
      const before = await others();
      if (before.rest.length === 0) throw new NotRunError('the product has only one price');
      await context.service.record('prices.update', { params: { id }, body: { pricing_model: 'flat', amount: 17 } });
      const after = await others();
      if (isEquivalent(before.rest, after.rest)) return;
      const models = (prices: readonly Json[]) => prices.map((price) => [price['id'], price['pricing_model']]);
      const isFixture = context.fixtures.price?.toLowerCase() === id.toLowerCase();
      // The amounts of a dynamic pricebook follow those of another. A product does not show which prices these are.
      const canBeDerived = isFixture && isEquivalent(models(before.rest), models(after.rest));
      const message = 'the update of a price changes other prices of the product';
      (canBeDerived ? context.observe : context.report)(message, after.exchange);
    },
  },
  {
    id: 'prices.update.amount-positive',
    sentences: [says('Errors, Validation rules', 'Price `amount` must be a positive number.')],
    needs: ['writes'],
    uses: ['price'],
    async check(context) {
      const price = await openPrice(context);
      await expectRejectedValues(context, price, 'amount', [0, -1, -0.01], { pricing_model: 'flat' });
      const params = { id: price.id };
      let isAccepted = false;
      for (const amount of [12, 1, 19.99, 0.5, 123456.78]) {
        const exchange = await context.service.call('prices.update', {
          params,
          body: { pricing_model: 'flat', amount },
        });
        if (!isSuccess(exchange)) {
          const message = `\`amount\` ${amount} ${describeResponse(exchange)}, although it is positive`;
          // A server may require whole numbers, or have a largest amount.
          if (isAccepted && amount === 1) context.report(message, exchange);
          else context.observe(message, exchange);
          continue;
        }
        isAccepted = true;
        const stored = recordIn(exchange.json)['amount'];
        expectThat(context, stored === amount, `\`amount\` ${amount} is stored as ${String(stored)}`, exchange);
        const product = await context.service.get('products.get', price.productId);
        const shown = findPrice(product, price.id)?.['amount'];
        expectThat(context, shown === amount, `\`amount\` ${amount} is ${String(shown)} in the product`, exchange);
      }
    },
  },
  {
    id: 'prices.update.percent-range',
    sentences: [
      says('Limits', '`percent` is bounded 0 to 100.'),
      says('Resources and their fields, Price', '`percent`: 0 to 100'),
    ],
    needs: ['writes'],
    async check(context) {
      const price = await openNewPrice(context);
      await expectRejectedValues(context, price, 'percent', [-1, -0.5, 100.5, 101], { pricing_model: 'percent' });
      const send = (percent: number) => {
        const body = { pricing_model: 'percent', price_percentage_type: 'all', percent };
        return context.service.call('prices.update', { params: { id: price.id }, body });
      };
      const isAccepted = isSuccess(await send(12));
      for (const percent of [0, 12.5, 100]) {
        const exchange = await send(percent);
        if (isSuccess(exchange)) {
          const stored = recordIn(exchange.json)['percent'];
          expectThat(context, stored === percent, `\`percent\` ${percent} was not stored`, exchange);
          // A fraction is a number, but no sentence says that a percentage can be one.
        } else if (isAccepted && Number.isInteger(percent)) {
          context.report(`\`percent\` ${percent} ${describeResponse(exchange)}, although 12 is accepted`, exchange);
        } else context.observe(`percent ${percent} ${describeResponse(exchange)}`, exchange);
      }
    },
  },
  {
    id: 'prices.update.model',
    sentences: [
      says(
        'Resources and their fields, Price',
        '`pricing_model`: `flat`, `volume`, `graduated`, `percent`, `cost_based`, `none`',
      ),
      says('Errors', 'Body fails validation: `Validation error`'),
    ],
    needs: ['writes'],
    uses: ['price'],
    async check(context) {
      await expectRejectedValues(context, await openPrice(context), 'pricing_model', ['conformance'], {});
    },
  },
  {
    id: 'prices.amount-in-product',
    sentences: [
      says(
        'Product (variant), Price entry rules',
        '`amount` is a number and is populated only when `pricing_model` is `flat`; otherwise it is null.',
      ),
    ],
    needs: ['writes'],
    uses: ['price'],
    async check(context) {
      const { id, productId } = await openPrice(context);
      const entry = async () => {
        const product = await context.service.record('products.get', { params: { id: productId } });
        return { price: findPrice(product.record, id), ...product };
      };
      await context.service.record('prices.update', { params: { id }, body: { pricing_model: 'flat', amount: 42 } });
      const flat = await entry();
      const isPopulated = flat.price?.['amount'] === 42 && flat.price['pricing_model'] === 'flat';
      expectThat(context, isPopulated, 'a flat price must show its amount in the product', flat.exchange);
      for (const pricing_model of ['volume', 'graduated', 'percent', 'cost_based', 'none']) {
        const changed = await context.service.call('prices.update', { params: { id }, body: { pricing_model } });
        if (!isSuccess(changed)) {
          context.observe(`the model ${pricing_model} by itself ${describeResponse(changed)}`, changed);
          continue;
        }
        const other = await entry();
        const isNull = other.price?.['amount'] === null && other.price['pricing_model'] === pricing_model;
        expectThat(
          context,
          isNull,
          `a price with the model ${pricing_model} must have a null amount in the product`,
          other.exchange,
        );
      }
    },
  },
  {
    id: 'prices.enriched',
    sentences: [
      says(
        'Resources and their fields, Price',
        'Enriched read-only fields in the price response: `product_variant_name`, `pricebook_name`, …',
      ),
    ],
    needs: ['writes'],
    uses: ['price'],
    async check(context) {
      const { id, productId, entry } = await openPrice(context);
      const product = await context.service.get('products.get', productId);
      const { record, exchange } = await context.service.record('prices.update', {
        params: { id },
        body: { pricing_model: 'flat', amount: 42 },
      });
      const [shown, name] = [textOf(record, 'product_variant_name'), textOf(product, 'name')];
      // The name of a product combines the names of its parent and its variant.
      const isNamed = shown !== '' && (name.includes(shown) || shown.includes(name));
      expectThat(context, isNamed, '`product_variant_name` must be the name of the product', exchange);
      const isSame = record['product_id'] === productId && record['pricebook_id'] === entry['pricebook_id'];
      expectThat(context, isSame, '`product_id` and `pricebook_id` must be those of the product', exchange);
      expectThat(context, record['id'] === id, '`id` must be the id of the path', exchange);
    },
  },
];

/** A price to update, and how its product shows it. */
interface OpenPrice {
  readonly id: string;
  readonly productId: string;
  readonly entry: Json;
}

/** Returns the price of a new product, or the fixture. Of the fixture, only the model and the amount may change. */
export async function openPrice(context: CheckContext): Promise<OpenPrice> {
  const created = await createPrice(context);
  if (created) return created;
  const id = context.require('price');
  const product = await context.service.get('products.get', context.require('pricedProduct'));
  const entry = findPrice(product, id);
  if (!entry) throw new NotRunError('the fixture `pricedProduct` does not have the fixture `price` any more');
  // The user may write ids in another letter case than the server.
  return { id: textOf(entry, 'id'), productId: textOf(product, 'id'), entry };
}

/** Returns the price of a new product, all of whose fields may change. */
export async function openNewPrice(context: CheckContext): Promise<OpenPrice> {
  const created = await createPrice(context);
  if (created) return created;
  const { price } = context.fixtures;
  const reason = price === undefined ? '' : ', and only the model and the amount of the fixture `price` may change';
  throw new NotRunError(`a new product has no price${reason}`);
}

async function createPrice({ records }: CheckContext): Promise<OpenPrice | undefined> {
  // All checks share this product, so that a server without prices gets no product for each of them.
  const shared = await records.own('products.create');
  if (objectsIn(shared.record['prices']).length === 0) return undefined;
  const { id, record } = await records.create('products.create');
  const entry = objectsIn(record['prices'])[0];
  return entry && { id: textOf(entry, 'id'), productId: id, entry };
}

/** Expects that values are rejected, next to fields that the field may need. */
async function expectRejectedValues(
  context: CheckContext,
  { id }: OpenPrice,
  field: string,
  values: readonly unknown[],
  companions: Json,
): Promise<void> {
  for (const value of values) {
    const body = { ...companions, [field]: value };
    const exchange = await context.service.call('prices.update', { params: { id }, body });
    expectRejected(context, exchange, `\`${field}\` ${JSON.stringify(value)}`);
  }
}
