import type { MockDatabase } from '../store/mock-database.ts';
import type { Insertable, Rows } from '../store/row-types.ts';

/**
 * Seeds the demo workspace, a small maker of office furniture: customers of both types, contacts with every role,
 * nested categories, two pricebooks, prices of every pricing model, and an active and an inactive discount.
 *
 * @example
 * ```ts
 * const mock = createMockServer({ seed: demo });
 * ```
 */
export function demo(db: MockDatabase): void {
  const money = addMoney(db);
  const categories = addCategories(db);
  addCustomers(db);
  addProducts(db, money, categories);
  addDiscounts(db, categories);
}

function addMoney(db: MockDatabase) {
  const euro = db.currencies.insert({ name: 'Euro', api_name: 'eur' });
  const dollar = db.currencies.insert({ name: 'US dollar', api_name: 'usd' });
  db.paymentTerms.insert({ name: 'Due on receipt', days: 0 });
  db.paymentTerms.insert({ name: 'Net 30', days: 30 });
  return {
    pricebooks: [
      db.pricebooks.insert({ name: 'Europe', api_name: 'europe', currency_id: euro.id }),
      db.pricebooks.insert({ name: 'North America', api_name: 'north_america', currency_id: dollar.id }),
    ],
    vat: db.taxes.insert({ name: 'VAT 19%', rate: 19 }),
    recycling: db.taxes.insert({ name: 'Recycling fee', amount: 4.5, is_percentage: false }),
    monthly: db.billingFrequencies.insert({ period: 1, unit: 'month' }),
    yearly: db.billingFrequencies.insert({ period: 1, unit: 'year' }),
  };
}

function addCategories(db: MockDatabase) {
  const add = (name: string, api_name: string, description: string, parent?: Rows['categories']) =>
    db.categories.insert({ name, api_name, description, parent_category_id: parent?.id ?? null });
  const furniture = add('Furniture', 'furniture', 'Everything that stands in an office');
  const desks = add('Desks', 'desks', 'Desks and tables', furniture);
  return {
    furniture,
    desks,
    standingDesks: add('Standing desks', 'standing_desks', 'Desks that can be raised', desks),
    chairs: add('Chairs', 'chairs', 'Seating', furniture),
    lighting: add('Lighting', 'lighting', 'Lamps for desks and rooms'),
    services: add('Services', 'services', 'Assembly, cleaning and care'),
  };
}

function addCustomers(db: MockDatabase): void {
  const halm = db.customers.insert({
    name: 'Halm & Söhne GmbH',
    type: 'company',
    logo: 'https://assets.example.com/halm.svg',
    tax_ids: [{ tax: 'eu_vat', tax_value: 'DE298374651' }],
    id_crm: 'C-1001',
    id_erp: '70001',
    id_accounting: '10001',
  });
  const lind = db.contacts.insert({
    customer_id: halm.id,
    first_name: 'Greta',
    last_name: 'Lindqvist',
    email: 'greta.lindqvist@halm.example',
    phone: '+49 30 5550101',
    role: ['buyer', 'signer'],
    id_crm: 'P-2001',
  });
  const okafor = db.contacts.insert({
    customer_id: halm.id,
    first_name: 'Tobias',
    last_name: 'Okafor',
    email: 'tobias.okafor@halm.example',
    role: ['billing', 'legal'],
  });
  db.addresses.insert({
    customer_id: halm.id,
    type: 'billing',
    name: 'Head office',
    address_line1: 'Lindenstraße 14',
    city: 'Berlin',
    postal_code: '10969',
    country: 'DE',
    contact_id: okafor.id,
  });
  db.addresses.insert({
    customer_id: halm.id,
    type: 'shipping',
    name: 'Warehouse',
    address_line1: 'Am Nordkai 3',
    address_line2: 'Gate 7',
    city: 'Hamburg',
    postal_code: '20457',
    country: 'DE',
    contact_id: lind.id,
    comment: 'Deliveries before noon',
  });

  const bluepine = db.customers.insert({
    name: 'Bluepine Coworking Inc.',
    type: 'company',
    tax_ids: [{ tax: 'us_ein', tax_value: '84-3920175' }],
    id_crm: 'C-1002',
    id_erp: '70002',
  });
  const marsh = db.contacts.insert({
    customer_id: bluepine.id,
    first_name: 'Renee',
    last_name: 'Marsh',
    email: 'renee.marsh@bluepine.example',
    phone: '+1 503 555 0142',
    role: ['admin', 'shipping'],
  });
  db.addresses.insert({
    customer_id: bluepine.id,
    type: 'shipping',
    name: 'Portland house',
    address_line1: '2210 NW Quimby Street',
    city: 'Portland',
    state: 'OR',
    postal_code: '97210',
    country: 'US',
    contact_id: marsh.id,
  });

  const ferrand = db.customers.insert({ name: 'Camille Ferrand', type: 'individual', id_crm: 'C-1003' });
  db.contacts.insert({
    customer_id: ferrand.id,
    first_name: 'Camille',
    last_name: 'Ferrand',
    email: 'camille.ferrand@mail.example',
    role: ['buyer'],
  });
  db.addresses.insert({
    customer_id: ferrand.id,
    type: 'billing',
    address_line1: '8 rue des Trois Conils',
    city: 'Bordeaux',
    postal_code: '33000',
    country: 'FR',
  });

  db.customers.insert({ name: 'Ines Duarte', type: 'individual' });
}

function addProducts(
  db: MockDatabase,
  { pricebooks, vat, recycling, monthly, yearly }: ReturnType<typeof addMoney>,
  categories: ReturnType<typeof addCategories>,
): void {
  const office = db.catalogs.insert({
    name: 'Office 2026',
    api_name: 'office_2026',
    reference: 'CAT-26',
    description: 'The current range',
    id_erp: 'K26',
  });
  const care = db.catalogs.insert({ name: 'Care plans', api_name: 'care_plans', reference: 'CAT-CARE' });

  type Pricing = Omit<Insertable<'prices'>, 'product_id' | 'pricebook_id' | 'currency_id'>;
  const addVariant = (product: Insertable<'products'>, pricing: Pricing) => {
    const { id } = db.products.insert(product);
    return pricebooks.map((pricebook) =>
      db.prices.insert({
        ...pricing,
        product_id: id,
        pricebook_id: pricebook.id,
        currency_id: pricebook.currency_id,
      }),
    );
  };
  const add = (
    parent: Insertable<'productParents'>,
    product: Omit<Insertable<'products'>, 'product_parent_id' | 'name' | 'api_name'>,
    pricing: Pricing,
  ) => {
    const { id, name, api_name, reference, description } = db.productParents.insert(parent);
    const own = { product_parent_id: id, name, api_name, reference, description, is_default: true };
    return { id, prices: addVariant({ ...own, ...product }, pricing) };
  };

  const desk = add(
    {
      name: 'Fjord standing desk',
      api_name: 'fjord_standing_desk',
      recurrence_type: 'one_off',
      reference: 'FJ-100',
      description: 'Height-adjustable desk with a solid top',
      catalog_ids: [office.id],
      category_ids: [categories.standingDesks.id],
      primary_image_id: '6f1f9a52-3c0b-4e57-9a3e-0a3d5f7c1b10',
    },
    {
      inventory: { sku: 'FJ-100-OAK' },
      identifiers: { erp: '400100', accounting: '8400' },
      accounting: { ledger_account: '8400' },
      shipping: {
        weight: 42.5,
        weight_unit: 'kg',
        height: 18,
        length: 165,
        width: 85,
        length_unit: 'cm',
        country_of_origin: 'SE',
        harmonized_system_code: '940310',
      },
      options: [wood('Oak', 'oak')],
      primary_image_inherit_from_product: true,
    },
    { pricing_model: 'flat', amount: 899, default_tax_id: vat.id, cost: 410, floor_price: 699 },
  );
  addVariant(
    {
      product_parent_id: desk.id,
      name: 'Fjord standing desk Walnut',
      api_name: 'fjord_standing_desk_walnut',
      reference: 'FJ-101',
      description: 'Height-adjustable desk with a solid walnut top',
      description_inherit_from_product: true,
      primary_image_inherit_from_product: true,
      inventory: { sku: 'FJ-100-WAL' },
      shipping: { weight: 45, weight_unit: 'kg', country_of_origin: 'SE' },
      options: [wood('Walnut', 'walnut')],
    },
    { pricing_model: 'cost_based', cost: 520, cost_multiplier: 1.9, default_tax_id: vat.id },
  );

  // The specification does not define the fields of a tier. These are examples.
  const tiers = [
    { from: 1, to: 9, amount: 329 },
    { from: 10, to: null, amount: 289 },
  ];
  add(
    {
      name: 'Stille office chair',
      api_name: 'stille_office_chair',
      recurrence_type: 'one_off',
      reference: 'ST-200',
      description: 'Chair with lumbar support',
      catalog_ids: [office.id],
      category_ids: [categories.chairs.id],
    },
    { inventory: { sku: 'ST-200-BLK' }, shipping: { weight: 16, weight_unit: 'kg' }, identifiers: { erp: '400200' } },
    { pricing_model: 'volume', volume_tiers: tiers, is_volume_grid_displayed: true, default_tax_id: vat.id },
  );
  add(
    {
      name: 'Lumi desk lamp',
      api_name: 'lumi_desk_lamp',
      recurrence_type: 'one_off',
      reference: 'LU-300',
      description: 'Dimmable lamp',
      catalog_ids: [office.id],
      category_ids: [categories.lighting.id],
    },
    { inventory: { sku: 'LU-300' }, shipping: { weight: 3.1, weight_unit: 'lbs' }, settings: { unit_per_pack: 2 } },
    {
      pricing_model: 'graduated',
      graduated_tiers: tiers,
      is_graduated_grid_displayed: true,
      default_tax_id: recycling.id,
    },
  );
  const care12 = add(
    {
      name: 'Desk care plan',
      api_name: 'desk_care_plan',
      recurrence_type: 'recurring',
      reference: 'CA-400',
      description: 'A yearly visit, and parts',
      catalog_ids: [care.id],
      category_ids: [categories.services.id],
    },
    { settings: { product_type: 'service', unit_of_measure: 'visit' }, identifiers: { accounting: '8410' } },
    {
      pricing_model: 'percent',
      percent: 8.5,
      price_percentage_type: 'product_type',
      billing_frequency_id: yearly.id,
      engagement_type: 'fixed_period',
      period_duration: 3,
    },
  );
  add(
    {
      name: 'Cleaning by the hour',
      api_name: 'cleaning_by_the_hour',
      recurrence_type: 'recurring',
      reference: 'CL-500',
      description: 'Cleaning, billed as it is used',
      is_active: false,
      catalog_ids: [care.id],
      category_ids: [categories.services.id],
    },
    { is_active: false, settings: { product_type: 'service', unit_of_measure: 'hour' } },
    {
      pricing_model: 'none',
      is_pay_as_you_go: true,
      billing_frequency_id: monthly.id,
      engagement_type: 'forever',
    },
  );
  const [european, american] = care12.prices;
  if (european && american) db.prices.update(american.id, { parent_price_id: european.id });
}

function wood(value_name: string, value_api_name: string) {
  return {
    option_id: 'opt_wood',
    option_name: 'Wood',
    option_api_name: 'wood',
    value_id: `val_${value_api_name}`,
    value_name,
    value_api_name,
  };
}

function addDiscounts(db: MockDatabase, { chairs, lighting }: ReturnType<typeof addCategories>): void {
  db.discounts.insert({ name: 'Autumn seating', category_ids: [chairs.id] });
  db.discounts.insert({ name: 'Winter light', is_active: false, category_ids: [lighting.id] });
}
