import { expect, test } from 'vitest';
import type { MockServer } from '../../../mocks/index.ts';
import { fc } from '../../fast-check.ts';
import { runs } from '../../sample.ts';
import { call, contents, fieldsOf, justAfterNoon, startMock, unknownId } from '../helpers.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 20 });
const uuid = fc.uuid();
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const decimal = fc.double({ noDefaultInfinity: true, noNaN: true, min: -1e9, max: 1e9 }).map(throughJson);
const externalIds = { id_crm: orNull(text), id_erp: orNull(text), id_accounting: orNull(text) };
const identifiers = { 'identifiers[crm]': text, 'identifiers[erp]': text, 'identifiers[accounting]': text };

type Fields = Readonly<Record<string, unknown>>;
type Field = fc.Arbitrary<unknown>;

/** A mock with a record to change and other records, and the values that the fields of a PATCH can have. */
interface Setup {
  readonly mock: MockServer;
  readonly path: string;
  readonly id: string;
  readonly fields: Readonly<Record<string, Field>>;
  /** Fields with values that are rejected. */
  readonly wrong: Fields;
}

/** An address, its customer, and two contacts. */
function people() {
  const mock = startMock({ policies: { inheritedDescription: 'own' } });
  const customer = mock.db.customers.insert({ name: 'Halm', type: 'company' });
  const contacts = ['Greta', 'Tobias'].map((first_name) =>
    mock.db.contacts.insert({
      customer_id: customer.id,
      first_name,
      last_name: 'L',
      email: 'x@halm.example',
      phone: '1',
    }),
  );
  const address = mock.db.addresses.insert({
    customer_id: customer.id,
    type: 'billing',
    address_line1: 'A 1',
    city: 'Berlin',
    postal_code: '10969',
    country: 'DE',
    contact_id: contacts[0]?.id,
  });
  return { mock, contacts, address };
}

/** A product with a price in each of two pricebooks, two categories, and records for a price to refer to. */
function goods() {
  const mock = startMock({ policies: { inheritedDescription: 'own' } });
  const { db } = mock;
  const categories = ['desks', 'chairs'].map((api_name) => db.categories.insert({ name: api_name, api_name }));
  const parent = db.productParents.insert({ name: 'Fjord', api_name: 'fjord', recurrence_type: 'one_off' });
  const product = db.products.insert({ product_parent_id: parent.id, name: 'Fjord', api_name: 'fjord' });
  const currency = db.currencies.insert({ name: 'Euro', api_name: 'eur' });
  const prices = ['europe', 'world'].map((api_name) => {
    const pricebook = db.pricebooks.insert({ name: api_name, api_name, currency_id: currency.id });
    return db.prices.insert({ product_id: product.id, pricebook_id: pricebook.id, currency_id: currency.id });
  });
  const tax = db.taxes.insert({ name: 'VAT', rate: 19 });
  const frequency = db.billingFrequencies.insert({ period: 1, unit: 'month' });
  return { mock, categories, product, prices, tax, frequency };
}

const idOf = (row: { id: string } | undefined) => row?.id ?? '';

const setups: Readonly<Record<string, () => Setup>> = {
  contacts() {
    const { mock, contacts } = people();
    const id = idOf(contacts[0]);
    const role = fc.constantFrom('buyer', 'signer', 'billing', 'shipping', 'legal', 'admin');
    const fields = {
      first_name: text,
      last_name: text,
      email: fc.constantFrom('a@halm.example', 'b.c+d@sub.halm.example'),
      phone: orNull(text),
      role: fc.uniqueArray(role),
      ...externalIds,
    };
    const wrong = { customer_id: unknownId, role: ['ceo'], email: 'x', first_name: null, color: 'red', phone: 1 };
    return { mock, id, path: `/api/contacts/${id}`, fields, wrong };
  },
  addresses() {
    const { mock, contacts, address } = people();
    const fields = {
      type: fc.constantFrom('billing', 'shipping'),
      address_line1: text,
      city: text,
      postal_code: text,
      country: fc.constantFrom('DE', 'FR', 'US'),
      name: orNull(text),
      address_line2: orNull(text),
      state: orNull(text),
      contact_id: orNull(fc.constantFrom(...contacts.map(idOf))),
      comment: orNull(text),
      ...externalIds,
    };
    const wrong = {
      customer_id: unknownId,
      type: 'home',
      country: 'XX',
      contact_id: unknownId,
      city: null,
      color: 'red',
    };
    return { mock, id: address.id, path: `/api/addresses/${address.id}`, fields, wrong };
  },
  categories() {
    const { mock, categories } = goods();
    const id = idOf(categories[0]);
    const fields = {
      name: text,
      description: text,
      is_active: fc.boolean(),
      parent_category_id: orNull(fc.constant(idOf(categories[1]))),
    };
    const wrong = { api_name: 'x', parent_category_id: id, is_active: 1, name: null, color: 'red' };
    return { mock, id, path: `/api/categories/${id}`, fields, wrong };
  },
  products() {
    const { mock, categories, product } = goods();
    const fields = {
      name: fc.string({ minLength: 2, maxLength: 20 }),
      description: text,
      reference: text,
      description_inherit_from_product: fc.boolean(),
      primary_image_inherit_from_product: fc.boolean(),
      is_active: fc.boolean(),
      primary_image_id: orNull(uuid),
      category_ids: fc.shuffledSubarray(categories.map(idOf)),
      'inventory[sku]': text,
      'settings[unit_per_pack]': decimal,
      'accounting[ledger_account]': text,
      'shipping[weight]': orNull(decimal),
      'shipping[height]': orNull(decimal),
      'shipping[length]': orNull(decimal),
      'shipping[width]': orNull(decimal),
      'shipping[weight_unit]': orNull(fc.constantFrom('kg', 'lbs')),
      'shipping[length_unit]': orNull(fc.constantFrom('cm', 'in')),
      'shipping[country_of_origin]': orNull(text),
      'shipping[harmonized_system_code]': orNull(text),
      ...identifiers,
    };
    const wrong = {
      api_name: 'x',
      name: 'F',
      category_ids: [unknownId],
      color: 'red',
      'shipping[weight]': 'x',
      prices: [],
    };
    return { mock, id: product.id, path: `/api/products/${product.id}`, fields, wrong };
  },
  prices() {
    const { mock, prices, tax, frequency } = goods();
    const id = idOf(prices[0]);
    const fields = {
      pricing_model: fc.constantFrom('flat', 'volume', 'graduated', 'percent', 'cost_based', 'none'),
      amount: fc.double({ min: 0.01, max: 1e9, noNaN: true }),
      volume_tiers: orNull(
        fc.array(fc.dictionary(fc.constantFrom('from', 'to', 'amount', '__proto__'), fc.integer()), { maxLength: 3 }),
      ),
      is_volume_grid_displayed: fc.boolean(),
      graduated_tiers: orNull(fc.array(fc.jsonValue({ maxDepth: 2 }).map(throughJson), { maxLength: 3 })),
      is_graduated_grid_displayed: fc.boolean(),
      percent: orNull(fc.double({ min: 0, max: 100, noNaN: true })),
      price_percentage_type: orNull(fc.constantFrom('all', 'product_type', 'product')),
      cost_multiplier: orNull(decimal),
      cost: orNull(decimal),
      floor_price: orNull(decimal),
      is_setup: fc.boolean(),
      is_pay_as_you_go: fc.boolean(),
      default_tax_id: orNull(fc.constant(tax.id)),
      billing_frequency_id: orNull(fc.constant(frequency.id)),
      engagement_type: orNull(fc.constantFrom('forever', 'fixed_period')),
      period_duration: orNull(fc.nat()),
      parent_price_id: orNull(fc.constant(idOf(prices[1]))),
      ...identifiers,
    };
    const wrong = {
      amount: 0,
      percent: 101,
      product_id: unknownId,
      parent_price_id: id,
      default_tax_id: unknownId,
      color: 'red',
    };
    return { mock, id, path: `/api/prices/${id}`, fields, wrong };
  },
};

/** Returns a value as JSON transfers it: -0 becomes 0. */
function throughJson(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value));
}

/** Generates some of the fields, each with a valid value. */
function subset(fields: Readonly<Record<string, Field>>): fc.Arbitrary<Fields> {
  return fc.record(fields, { requiredKeys: [] });
}

/** Returns a row after the changes of a body. Groups are changed field by field. */
function expected(row: object, body: Fields): object {
  const changed: Record<string, unknown> = { ...row, updated_at: justAfterNoon };
  for (const [key, value] of Object.entries(body)) {
    const [group = '', name] = key.split(/[[\]]/);
    changed[group] = name === undefined ? value : { ...fieldsOf(changed[group]), [name]: value };
  }
  return changed;
}

const row = ({ mock, id }: Setup, table: string) => {
  const rows = Object.entries(mock.db).find(([name]) => name === table);
  return fieldsOf(rows?.[1].get(id));
};

test.each(Object.entries(setups))(
  'a PATCH of %s changes exactly the given fields and updated_at',
  async (table, setUp) => {
    const setup = setUp();
    const { mock, path, fields } = setup;
    const start = mock.snapshot();
    const before = row(setup, table);
    const { [table]: _, ...others } = contents(mock);

    await fc.assert(
      fc.asyncProperty(subset(fields), async (body) => {
        mock.restore(start);
        const { category_ids, ...own } = body;
        const response = await call(mock, 'PATCH', path, body);
        expect(response.status).toBe(200);

        const after = row(setup, table);
        // In a product, `updated_by` changes together with `updated_at`.
        expect({ ...after, updated_by: null }).toEqual({ ...expected(before, own), updated_by: null });
        const { [table]: __, ...rest } = contents(mock);
        if (category_ids === undefined) expect(rest).toEqual(others);
        else expect({ ...rest, productParents: [] }).toEqual({ ...others, productParents: [] });

        // The response has the values that were sent, joined with other records.
        for (const [field, value] of Object.entries(own)) {
          const [group = '', name] = field.split(/[[\]]/);
          const shown = fieldsOf(Reflect.get(fieldsOf(response.body), 'data'))[group];
          expect(name === undefined ? shown : fieldsOf(shown)[name]).toEqual(value);
        }
        if (category_ids !== undefined) {
          const categories = (Array.isArray(category_ids) ? category_ids : []).map((id) => ({ id }));
          expect(response.body).toMatchObject({ data: { categories } });
        }
      }),
      { numRuns: runs(150) },
    );
  },
);

test.each(Object.entries(setups))('a rejected PATCH of %s changes nothing', async (_, setUp) => {
  const { mock, path, fields, wrong } = setUp();
  const before = contents(mock);
  const refused = fc.subarray(Object.entries(wrong), { minLength: 1 }).map((entries) => Object.fromEntries(entries));

  await fc.assert(
    fc.asyncProperty(subset(fields), refused, fc.boolean(), async (right, fault, first) => {
      const response = await call(
        mock,
        'PATCH',
        path,
        first ? { ...fault, ...right, ...fault } : { ...right, ...fault },
      );
      expect(response).toMatchObject({ status: 400, body: { success: false, error: 'Validation error' } });
      expect(contents(mock)).toEqual(before);
    }),
    { numRuns: runs(100) },
  );
});
