import { describe, expect, test } from 'vitest';
import { atNoon, call, contents, invalidFields, justAfterNoon, startMock, unknownId } from '../helpers.ts';

/** A product with a price in each of two pricebooks, and records for a price to refer to. */
function startWithPrice() {
  const mock = startMock();
  const euro = mock.db.currencies.insert({ name: 'Euro', api_name: 'eur' });
  const europe = mock.db.pricebooks.insert({
    name: 'Europe',
    api_name: 'europe',
    type: 'dynamic',
    currency_id: euro.id,
  });
  const world = mock.db.pricebooks.insert({ name: 'World', api_name: 'world', currency_id: euro.id });
  const parent = mock.db.productParents.insert({ name: 'Fjord', api_name: 'fjord', recurrence_type: 'one_off' });
  const product = mock.db.products.insert({ product_parent_id: parent.id, name: 'Fjord Oak', api_name: 'fjord_oak' });
  const insert = (pricebook_id: string) =>
    mock.db.prices.insert({ product_id: product.id, pricebook_id, currency_id: euro.id });
  const price = insert(europe.id);
  const other = insert(world.id);
  const vat = mock.db.taxes.insert({ name: 'VAT', rate: 19 });
  const fee = mock.db.taxes.insert({ name: 'Fee', amount: 4.5, is_percentage: false });
  const yearly = mock.db.billingFrequencies.insert({ period: 1, unit: 'year' });
  const expected = {
    id: price.id,
    product_id: product.id,
    pricebook_id: europe.id,
    currency_id: euro.id,
    pricing_model: 'none',
    amount: null,
    volume_tiers: null,
    is_volume_grid_displayed: false,
    graduated_tiers: null,
    is_graduated_grid_displayed: false,
    percent: null,
    price_percentage_type: null,
    cost_multiplier: null,
    cost: null,
    floor_price: null,
    is_setup: false,
    is_pay_as_you_go: false,
    default_tax_id: null,
    billing_frequency_id: null,
    engagement_type: null,
    period_duration: null,
    parent_price_id: null,
    identifiers: { crm: '', erp: '', accounting: '' },
    workspace_id: mock.workspace,
    created_at: atNoon,
    updated_at: justAfterNoon,
    product_variant_name: 'Fjord Oak',
    pricebook_name: 'Europe',
    pricebook_type: 'dynamic',
    currency_name: 'Euro',
    currency_api_name: 'eur',
    default_tax_name: null,
    default_tax_rate: null,
    default_tax_amount: null,
    default_tax_is_percentage: null,
    billing_frequency_period: null,
    billing_frequency_unit: null,
  };
  return { mock, price, other, vat, fee, yearly, expected, path: `/api/prices/${price.id}` };
}

describe('PATCH /api/prices/{id}', () => {
  test('updates only the given fields, and returns the updated price with enriched fields', async () => {
    const { mock, path, expected } = startWithPrice();
    const response = await call(mock, 'PATCH', path, { pricing_model: 'flat', amount: 899 });
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: true, data: { ...expected, pricing_model: 'flat', amount: 899 } });
  });

  test('every field can be set, and fields typed T | null are cleared by sending null', async () => {
    const { mock, path, expected, other, vat, yearly } = startWithPrice();
    const set = {
      pricing_model: 'percent',
      amount: 12.5,
      volume_tiers: [{ from: 1, amount: 9 }],
      is_volume_grid_displayed: true,
      graduated_tiers: ['any', 1, null, { entry: [] }],
      is_graduated_grid_displayed: true,
      percent: 8.5,
      price_percentage_type: 'product_type',
      cost_multiplier: 1.5,
      cost: 4,
      floor_price: 3,
      is_setup: true,
      is_pay_as_you_go: true,
      default_tax_id: vat.id,
      billing_frequency_id: yearly.id,
      engagement_type: 'fixed_period',
      period_duration: 3,
      parent_price_id: other.id,
    };
    const ids = { 'identifiers[crm]': 'X1', 'identifiers[erp]': 'X2', 'identifiers[accounting]': 'X3' };
    const whole = {
      ...expected,
      ...set,
      identifiers: { crm: 'X1', erp: 'X2', accounting: 'X3' },
      default_tax_name: 'VAT',
      default_tax_rate: 19,
      default_tax_is_percentage: true,
      billing_frequency_period: 1,
      billing_frequency_unit: 'year',
    };
    expect((await call(mock, 'PATCH', path, { ...set, ...ids })).body).toEqual({ success: true, data: whole });

    const nulls = {
      volume_tiers: null,
      graduated_tiers: null,
      percent: null,
      price_percentage_type: null,
      cost_multiplier: null,
      cost: null,
      floor_price: null,
      default_tax_id: null,
      billing_frequency_id: null,
      engagement_type: null,
      period_duration: null,
      parent_price_id: null,
    };
    expect((await call(mock, 'PATCH', path, nulls)).body).toEqual({
      success: true,
      data: {
        ...whole,
        ...nulls,
        default_tax_name: null,
        default_tax_rate: null,
        default_tax_is_percentage: null,
        billing_frequency_period: null,
        billing_frequency_unit: null,
        updated_at: '2026-03-02T12:00:00.002Z',
      },
    });
  });

  test('the enriched fields of a tax come from the tax of the price', async () => {
    const { mock, path, fee } = startWithPrice();
    expect((await call(mock, 'PATCH', path, { default_tax_id: fee.id })).body).toMatchObject({
      data: {
        default_tax_name: 'Fee',
        default_tax_rate: null,
        default_tax_amount: 4.5,
        default_tax_is_percentage: false,
      },
    });
  });

  test('an identifier changes without the others', async () => {
    const { mock, path } = startWithPrice();
    await call(mock, 'PATCH', path, { 'identifiers[crm]': 'X1' });
    expect((await call(mock, 'PATCH', path, { 'identifiers[erp]': 'X2' })).body).toMatchObject({
      data: { identifiers: { crm: 'X1', erp: 'X2', accounting: '' } },
    });
  });

  test.each(['flat', 'volume', 'graduated', 'percent', 'cost_based', 'none'])(
    'pricing_model can be %s',
    async (pricing_model) => {
      const { mock, path } = startWithPrice();
      expect((await call(mock, 'PATCH', path, { pricing_model })).body).toMatchObject({ data: { pricing_model } });
    },
  );

  test.each(['all', 'product_type', 'product'])('price_percentage_type can be %s', async (price_percentage_type) => {
    const { mock, path } = startWithPrice();
    const response = await call(mock, 'PATCH', path, { price_percentage_type });
    expect(response.body).toMatchObject({ data: { price_percentage_type } });
  });

  test.each(['forever', 'fixed_period'])('engagement_type can be %s', async (engagement_type) => {
    const { mock, path } = startWithPrice();
    expect((await call(mock, 'PATCH', path, { engagement_type })).body).toMatchObject({ data: { engagement_type } });
  });

  test.each([0, 100, 33.3])('percent can be %d', async (percent) => {
    const { mock, path } = startWithPrice();
    expect((await call(mock, 'PATCH', path, { percent })).body).toMatchObject({ data: { percent } });
  });

  test.each([
    ['percent is at least 0', { percent: -0.1 }, ['percent']],
    ['percent is at most 100', { percent: 100.1 }, ['percent']],
    ['amount cannot be 0', { amount: 0 }, ['amount']],
    ['amount cannot be negative', { amount: -1 }, ['amount']],
    ['amount cannot be a text', { amount: '899' }, ['amount']],
    ['amount is not nullable', { amount: null }, ['amount']],
    [
      'product_id, pricebook_id, currency_id are immutable',
      { product_id: unknownId, pricebook_id: unknownId, currency_id: unknownId },
      ['currency_id', 'pricebook_id', 'product_id'],
    ],
    [
      'enums have the stated values',
      { pricing_model: 'free', price_percentage_type: 'category', engagement_type: 'monthly' },
      ['engagement_type', 'price_percentage_type', 'pricing_model'],
    ],
    ['tiers are arrays', { volume_tiers: {}, graduated_tiers: 'x' }, ['graduated_tiers', 'volume_tiers']],
    [
      'flags and the pricing model are not nullable',
      {
        pricing_model: null,
        is_setup: null,
        is_pay_as_you_go: null,
        is_volume_grid_displayed: null,
        is_graduated_grid_displayed: null,
      },
      ['is_graduated_grid_displayed', 'is_pay_as_you_go', 'is_setup', 'is_volume_grid_displayed', 'pricing_model'],
    ],
    ['default_tax_id must name a tax', { default_tax_id: unknownId }, ['default_tax_id']],
    [
      'billing_frequency_id must name a billing frequency',
      { billing_frequency_id: unknownId },
      ['billing_frequency_id'],
    ],
    ['parent_price_id must name a price', { parent_price_id: unknownId }, ['parent_price_id']],
    [
      'enriched fields are read-only',
      { pricebook_name: 'X', default_tax_rate: 7 },
      ['default_tax_rate', 'pricebook_name'],
    ],
    [
      'identifiers are strings',
      { 'identifiers[crm]': null, 'identifiers[erp]': 1 },
      ['identifiers[crm]', 'identifiers[erp]'],
    ],
  ])('%s', async (_, body, fields) => {
    const { mock, path } = startWithPrice();
    const before = contents(mock);
    expect(invalidFields(await call(mock, 'PATCH', path, { ...body })).sort()).toEqual(fields);
    expect(contents(mock)).toEqual(before);
  });

  test('a price cannot be its own parent or the parent of its parent', async () => {
    const { mock, path, price, other } = startWithPrice();
    expect(invalidFields(await call(mock, 'PATCH', path, { parent_price_id: price.id }))).toEqual(['parent_price_id']);
    await call(mock, 'PATCH', path, { parent_price_id: other.id });
    const response = await call(mock, 'PATCH', `/api/prices/${other.id}`, { parent_price_id: price.id });
    expect(invalidFields(response)).toEqual(['parent_price_id']);
  });

  test('a number that is too large for JavaScript is rejected', async () => {
    const { mock, path } = startWithPrice();
    const response = await call(mock, 'PATCH', path, '{"cost":1e999}');
    expect(response.body).toMatchObject({
      details: [{ path: 'cost', message: 'must be a number, received Infinity' }],
    });
  });

  test('an unknown price gets "Price not found"', async () => {
    const response = await call(startMock(), 'PATCH', `/api/prices/${unknownId}`, { amount: 1 });
    expect(response.status).toBe(404);
    expect(response.body).toEqual({ success: false, error: 'Price not found' });
  });

  test('an id that is not a UUID gets an error about the format', async () => {
    const response = await call(startMock(), 'PATCH', '/api/prices/1', { amount: 1 });
    expect(response.status).toBe(400);
    expect(response.body).toEqual({ success: false, error: 'Invalid price ID format' });
  });
});
