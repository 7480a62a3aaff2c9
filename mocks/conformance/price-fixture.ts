import { preview } from '../../src/contract/printable.ts';
import { isSuccess, NotRunError } from './exchange.ts';
import { dataOf, type Json, objectsIn, stringsIn, textOf } from './json.ts';
import { describeResponse, type Service } from './service.ts';

/** Products that the kit reads to find the product of a price. */
const maxProducts = 100;

/** Returns a price as its product shows it. No operation reads a price. */
export function findPrice(product: unknown, id: string): Json | undefined {
  const prices = objectsIn(Object(product)['prices']);
  return prices.find((price) => textOf(price, 'id').toLowerCase() === id.toLowerCase());
}

/** Returns why a price is not changed. A product shows the model and the amount, which restore only a flat price. */
export function describeUnusablePrice({ pricing_model, amount }: Json): string | undefined {
  if (pricing_model === 'flat' && typeof amount === 'number' && amount > 0) return undefined;
  const shown = typeof amount === 'string' ? 'a string' : preview(amount);
  const received = pricing_model === 'flat' ? `the amount ${shown}` : `the model ${preview(pricing_model)}`;
  return `the fixture \`price\` must be a flat price with an amount above 0, because the kit cannot restore others; received ${received}`;
}

/** Returns the product that has the price of the fixtures, or why the price cannot be used. */
export async function findPricedProduct(
  service: Service,
  price: string,
  pricedProduct: string | undefined,
): Promise<{ readonly id?: string; readonly reason?: string }> {
  const ids = pricedProduct === undefined ? await listProducts(service) : [pricedProduct];
  for (const id of ids) {
    const exchange = await service.call('products.get', { params: { id } });
    if (pricedProduct !== undefined && !isSuccess(exchange)) {
      return { reason: `the fixture \`pricedProduct\` ${describeResponse(exchange)}: pass the product of \`price\`` };
    }
    const entry = findPrice(dataOf(exchange.json), price);
    if (!entry) continue;
    const reason = describeUnusablePrice(entry);
    return reason === undefined ? { id } : { reason };
  }
  const reason =
    pricedProduct === undefined
      ? `none of the ${ids.length} products that were read has the fixture \`price\`: add \`pricedProduct\`, its product, to the fixtures file`
      : 'the fixture `pricedProduct` does not have the fixture `price`: pass the product of `price`';
  return { reason };
}

async function listProducts(service: Service): Promise<string[]> {
  try {
    const { records } = await service.list('productParents.list');
    return records.flatMap((parent) => stringsIn(parent['product_ids'])).slice(0, maxProducts);
  } catch (error) {
    if (error instanceof NotRunError) return [];
    throw error;
  }
}
