import { base, en, en_US, Faker } from '@faker-js/faker';
import { contactRoles } from '../../src/contract/contacts.ts';
import { pricingModels, recurrenceTypes } from '../../src/contract/fields.ts';
import type { MockDatabase } from '../store/mock-database.ts';
import type { Insertable } from '../store/row-types.ts';

/** The number of records of each type. */
export interface GenerateOptions {
  /** Customers: three companies to each individual. Default 0. */
  readonly customers?: number | undefined;
  /** Contacts, dealt out to the customers in turn. Default one for each customer. */
  readonly contacts?: number | undefined;
  /** Addresses, dealt out to the customers in turn: billing and shipping by halves. Default one for each customer. */
  readonly addresses?: number | undefined;
  /** Products: each with a parent of its own, and a price in each pricebook. Default 0. */
  readonly products?: number | undefined;
  /** Categories, in a tree with ten to a branch. Default one for each 50 products. */
  readonly categories?: number | undefined;
  /** Catalogs. Default one for each 200 products. */
  readonly catalogs?: number | undefined;
  /** Pricebooks, each with a currency of its own. Default 2 where there are products. */
  readonly pricebooks?: number | undefined;
  /** The whole number that all is made from: another one gives other records. Default 1. */
  readonly seed?: number | undefined;
}

/**
 * Makes a seed with many records, to be given as `seed`, or called in a seed of your own. The same options give the
 * same records, on every run and runtime.
 *
 * It stands in a subpath of its own, since it brings a library of names along: a page or a program that does not import
 * it does not carry them.
 *
 * @param options How many records of each kind there are to be.
 * @throws TypeError for an unknown option, a count that is not a whole number from 0, or contacts and addresses without
 * customers.
 * @example
 * ```ts
 * import { createMockServer } from 'masterdata-sdk/mock';
 * import { generate } from 'masterdata-sdk/mock/generate';
 *
 * const mock = createMockServer({ seed: generate({ customers: 10_000, products: 500 }) });
 * ```
 */
export function generate({
  customers = 0,
  contacts = customers,
  addresses = customers,
  products = 0,
  categories = Math.ceil(products / 50),
  catalogs = Math.ceil(products / 200),
  pricebooks = products > 0 ? 2 : 0,
  seed = 1,
  ...unknown
}: GenerateOptions): (db: MockDatabase) => void {
  const [typo] = Object.keys(unknown);
  if (typo !== undefined) {
    throw new TypeError(
      `generate: no option ${typo}; there are customers, contacts, addresses, products, categories, catalogs, pricebooks, seed`,
    );
  }
  const wanted = { customers, contacts, addresses, products, categories, catalogs, pricebooks };
  for (const [name, count] of Object.entries({ ...wanted, seed })) {
    if (Number.isSafeInteger(count) && count >= 0) continue;
    throw new TypeError(`generate: expected ${name} to be a whole number from 0, received ${count}`);
  }
  if (customers === 0 && contacts + addresses > 0) {
    throw new TypeError('generate: contacts and addresses need customers, and there are to be none');
  }
  return (db) => {
    const words = vocabulary(seed);
    addCustomers(db, words, wanted);
    addProducts(db, words, wanted);
  };
}

type Counts = Readonly<Record<Exclude<keyof GenerateOptions, 'seed'>, number>>;

type Words = ReturnType<typeof vocabulary>;

/** Words for records, drawn once: calling the library for each of a million records takes minutes. */
function vocabulary(seed: number) {
  const faker = new Faker({ locale: [en_US, en, base], seed });
  const draw = <T>(count: number, make: () => T): readonly T[] => Array.from({ length: count }, make);
  return {
    companies: draw(1000, () => faker.company.name()),
    firstNames: draw(1000, () => faker.person.firstName()),
    lastNames: draw(1000, () => faker.person.lastName()),
    phones: draw(1000, () => faker.phone.number({ style: 'international' })),
    streets: draw(1000, () => faker.location.street()),
    places: draw(500, () => {
      const state = faker.location.state({ abbreviated: true });
      return { city: faker.location.city(), state, postal_code: faker.location.zipCode({ state }) };
    }),
    products: draw(1000, () => faker.commerce.productName()),
    descriptions: draw(500, () => faker.commerce.productDescription()),
    departments: draw(100, () => faker.commerce.department()),
    pick: <T>(from: readonly T[]): T => faker.helpers.arrayElement(from),
    number: (min: number, max: number) => faker.number.int({ min, max }),
  };
}

function addCustomers(db: MockDatabase, words: Words, { customers, contacts, addresses }: Counts): void {
  const { pick, number } = words;
  const ids = times(customers, (n) => {
    const isCompany = n % 4 !== 3;
    return db.customers.insert({
      name: isCompany ? pick(words.companies) : `${pick(words.firstNames)} ${pick(words.lastNames)}`,
      type: isCompany ? 'company' : 'individual',
      tax_ids: isCompany ? [{ tax: 'us_ein', tax_value: `${number(10, 99)}-${number(1_000_000, 9_999_999)}` }] : [],
      id_crm: `C-${n + 1}`,
    }).id;
  });
  times(contacts, (n) => {
    const first_name = pick(words.firstNames);
    const last_name = pick(words.lastNames);
    db.contacts.insert({
      customer_id: dealt(ids, n),
      first_name,
      last_name,
      email: `${`${first_name}.${last_name}`.toLowerCase().replace(/[^a-z.]/g, '')}.${n + 1}@mail.example`,
      phone: pick(words.phones),
      role: [pick(contactRoles)],
    });
  });
  times(addresses, (n) =>
    db.addresses.insert({
      customer_id: dealt(ids, n),
      type: n % 2 === 0 ? 'billing' : 'shipping',
      address_line1: `${number(1, 9999)} ${pick(words.streets)}`,
      ...pick(words.places),
      country: 'US',
    }),
  );
}

function addProducts(db: MockDatabase, words: Words, { products, categories, catalogs, pricebooks }: Counts): void {
  const { pick, number } = words;
  const books = times(pricebooks, (n) => {
    const currency = db.currencies.insert({ name: `Currency ${n + 1}`, api_name: `currency_${n + 1}` });
    return db.pricebooks.insert({
      name: `Pricebook ${n + 1}`,
      api_name: `pricebook_${n + 1}`,
      currency_id: currency.id,
    });
  });
  const catalogIds = times(
    catalogs,
    (n) => db.catalogs.insert({ name: `Catalog ${n + 1}`, api_name: `catalog_${n + 1}`, reference: `CAT-${n + 1}` }).id,
  );
  const categoryIds: string[] = [];
  times(categories, (n) => {
    const { id } = db.categories.insert({
      name: pick(words.departments),
      api_name: `category_${n + 1}`,
      parent_category_id: categoryIds[Math.ceil(n / 10) - 1] ?? null,
    });
    categoryIds.push(id);
  });
  times(products, (n) => {
    const shared = {
      name: pick(words.products),
      api_name: `product_${n + 1}`,
      reference: `P-${n + 1}`,
      description: pick(words.descriptions),
    };
    const parent = db.productParents.insert({
      ...shared,
      recurrence_type: pick(recurrenceTypes),
      catalog_ids: catalogs > 0 ? [pick(catalogIds)] : [],
      category_ids: categories > 0 ? [pick(categoryIds)] : [],
    });
    const product = db.products.insert({
      ...shared,
      product_parent_id: parent.id,
      is_default: true,
      inventory: { sku: `SKU-${n + 1}` },
      shipping: { weight: number(1, 500) / 10, weight_unit: 'kg' },
    });
    const terms = priceTerms(words);
    for (const { id: pricebook_id, currency_id } of books) {
      db.prices.insert({ product_id: product.id, pricebook_id, currency_id, ...terms });
    }
  });
}

/** A pricing model, and what it needs. Half of all are flat. */
function priceTerms({ pick, number }: Words): Pick<Insertable<'prices'>, 'pricing_model'> {
  const pricing_model = pick(['flat', pick(pricingModels)] as const);
  const amount = number(100, 100_000) / 100;
  const tiers = [
    { from: 1, to: 9, amount },
    { from: 10, to: null, amount: Math.round(amount * 90) / 100 },
  ];
  const terms = {
    flat: { amount },
    volume: { volume_tiers: tiers },
    graduated: { graduated_tiers: tiers },
    percent: { percent: number(1, 50), price_percentage_type: 'all' },
    cost_based: { cost: amount, cost_multiplier: number(11, 30) / 10 },
    none: {},
  } as const satisfies Record<(typeof pricingModels)[number], Partial<Insertable<'prices'>>>;
  return { pricing_model, ...terms[pricing_model] };
}

function times<T>(count: number, make: (n: number) => T): T[] {
  return Array.from({ length: count }, (_, n) => make(n));
}

/** Returns the id for the nth record, in rotation. */
function dealt(ids: readonly string[], n: number): string {
  return ids[n % ids.length] ?? '';
}
