import { emptyProduct } from './products.ts';
import type { Context, Row, World } from './world.ts';

function seedCustomer(add: (table: 'customers' | 'contacts' | 'addresses', values: object) => Row, segment: string) {
  const none = { id_crm: null, id_erp: null, id_accounting: null };
  const customer = add('customers', {
    name: 'Acme Industries',
    type: 'company',
    segment_id: segment,
    logo: 'https://acme.example/logo.png',
    tax_ids: [
      { tax: 'VAT', tax_value: 'DE123456789' },
      { tax: 'EORI', tax_value: 'DE1234' },
    ],
    ...none,
    id_erp: '1000',
  });
  const other = add('customers', { name: 'Jo Doe', type: 'individual', segment_id: null, tax_ids: [], ...none });
  const contacts = ['Ada', 'Grace'].map((name) =>
    add('contacts', {
      customer_id: customer.id,
      first_name: name,
      last_name: 'Sample',
      email: `${name.toLowerCase()}@acme.example`,
      phone: '+49 30 1234',
      role: ['buyer', 'legal'],
      id_crm: 'c-1',
      id_erp: 'e-1',
      id_accounting: 'a-1',
    }),
  );
  const addresses = ['billing', 'shipping'].map((type) =>
    add('addresses', {
      customer_id: customer.id,
      type,
      name: 'Main office',
      address_line1: '1 Sample Street',
      address_line2: 'Floor 2',
      city: 'Berlin',
      state: 'BE',
      postal_code: '01067',
      country: 'DE',
      contact_id: contacts[0]?.id,
      comment: 'Ring twice',
      ...none,
    }),
  );
  return { customer, other, contacts, addresses };
}

function seedLookups(world: World, workspace: string) {
  const lookup = (kind: string, values: object): string => world.insert('lookups', workspace, { kind, ...values }).id;
  return {
    segment: lookup('segment', { name: 'Retail' }),
    image: lookup('image', {}),
    pricebook: lookup('pricebook', { name: 'Standard', type: 'standard', api_name: 'standard' }),
    currency: lookup('currency', { name: 'Euro', api_name: 'eur' }),
    tax: lookup('tax', { name: 'VAT 19', rate: 19, amount: 0, is_percentage: true }),
    billingFrequency: lookup('billing_frequency', { period: 1, unit: 'month' }),
  };
}

function seedProduct(world: Context, values: Record<string, unknown>, lookups: ReturnType<typeof seedLookups>) {
  const { workspace } = world;
  const parent = world.insert('parents', workspace, {
    name: 'Desk lamp',
    api_name: 'desk_lamp',
    recurrence_type: 'recurring',
    reference: 'L-1',
    description: 'A lamp for desks',
    is_active: true,
    ...values,
  });
  const product = world.insert('products', workspace, {
    ...emptyProduct(world),
    product_parent_id: parent.id,
    name: 'Desk lamp',
    api_name: 'desk_lamp_red',
    reference: 'L-1-R',
    description: 'A red lamp',
    primary_image_id: lookups.image,
    options: [
      {
        option_id: world.newId(),
        option_name: 'Color',
        option_api_name: 'color',
        value_id: world.newId(),
        value_name: 'Red',
        value_api_name: 'red',
      },
    ],
  });
  const price = (pricing: object): Row =>
    world.insert('prices', workspace, {
      product_id: product.id,
      pricebook_id: lookups.pricebook,
      currency_id: lookups.currency,
      default_tax_id: lookups.tax,
      billing_frequency_id: lookups.billingFrequency,
      is_setup: true,
      is_pay_as_you_go: true,
      engagement_type: 'fixed_period',
      period_duration: 12,
      identifiers: { crm: 'p-1', erp: 'p-2', accounting: 'p-3' },
      ...pricing,
    });
  const flat = price({ pricing_model: 'flat', amount: 19.9 });
  const volume = price({ pricing_model: 'volume', amount: 5, volume_tiers: [{ from: 1, amount: 5 }] });
  return { parent, product, prices: [flat, volume] };
}

/** Fills a workspace and returns the ids of its records. */
export function seed(world: World, letter: 'a' | 'b') {
  const workspace = world.newId();
  const context: Context = { ...world, workspace, query: new URLSearchParams() };
  const tokenOf = (kind: string): string => `tst_live_${letter}_${kind}_${'0123456789abcdef'.repeat(4)}Zz`;
  const token = tokenOf('full');
  const readOnlyToken = tokenOf('read');
  world.tokens.set(token, { workspace, readOnly: false });
  world.tokens.set(readOnlyToken, { workspace, readOnly: true });
  const lookups = seedLookups(world, workspace);
  const people = seedCustomer((table, values) => world.insert(table, workspace, { ...values }), lookups.segment);
  const category = (api_name: string, parent_category_id: string | null = null): string =>
    world.insert('categories', workspace, {
      name: api_name,
      api_name,
      description: `The category ${api_name}`,
      is_active: true,
      parent_category_id,
    }).id;
  const root = category('lighting');
  const child = category('lamps', root);
  const discounted = category('discounted');
  const spare = ['spare_one', 'spare_two', 'spare_three', 'spare_four'].map((name) => category(name));
  world.discounts.push({ workspace, category: discounted, active: true });
  const catalogs = ['Spring', 'Summer'].map(
    (name) =>
      world.insert('catalogs', workspace, {
        name,
        api_name: name.toLowerCase(),
        reference: 'R',
        description: '',
        is_active: true,
        id_accounting: 'acc-1',
      }).id,
  );
  const goods = seedProduct(context, { catalog_ids: catalogs, category_ids: [root, child] }, lookups);
  return {
    workspace,
    token,
    readOnlyToken,
    lookups,
    customers: [people.customer.id, people.other.id],
    contacts: people.contacts.map((row) => row.id),
    addresses: people.addresses.map((row) => row.id),
    categories: { root, child, discounted, spare },
    catalogs,
    parents: [goods.parent.id],
    products: [goods.product.id],
    prices: goods.prices.map((row) => row.id),
    fixtures: {
      contact: people.contacts[0]?.id ?? '',
      category: child,
      deletableCategory: spare[0] ?? '',
      discountedCategory: discounted,
      price: goods.prices[0]?.id ?? '',
      pricedProduct: goods.product.id,
    },
  };
}

export type Seed = ReturnType<typeof seed>;
