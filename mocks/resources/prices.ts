import type { Contract } from '../../src/contract/index.ts';
import type { Price } from '../../src/contract/prices.ts';
import type { MockPolicies } from '../controls/policies.ts';
import type { Rows } from '../store/row-types.ts';
import type { CallDatabase } from './call-database.ts';
import type { Handlers } from './handler.ts';
import { amountOf } from './product-view.ts';

export const priceHandlers: Handlers<Contract['prices']> = {
  update: ({ params, body, db, policies }) => enrichPrice(db.prices.update(params.id, body), db, policies),
};

/** A price with the names and rates of the rows it refers to. */
function enrichPrice(price: Rows['prices'], db: CallDatabase, policies: MockPolicies): Price {
  const product = db.products.require(price.product_id);
  const pricebook = db.pricebooks.require(price.pricebook_id);
  const currency = db.currencies.require(price.currency_id);
  const tax = price.default_tax_id === null ? undefined : db.taxes.require(price.default_tax_id);
  const frequency =
    price.billing_frequency_id === null ? undefined : db.billingFrequencies.require(price.billing_frequency_id);
  return {
    ...price,
    amount: amountOf(price, policies),
    product_variant_name: product.name,
    pricebook_name: pricebook.name,
    pricebook_type: pricebook.type,
    currency_name: currency.name,
    currency_api_name: currency.api_name,
    default_tax_name: tax?.name ?? null,
    default_tax_rate: tax?.rate ?? null,
    default_tax_amount: tax?.amount ?? null,
    default_tax_is_percentage: tax?.is_percentage ?? null,
    billing_frequency_period: frequency?.period ?? null,
    billing_frequency_unit: frequency?.unit ?? null,
  };
}
