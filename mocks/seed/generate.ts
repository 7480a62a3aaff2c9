import { Faker } from '@faker-js/faker';
import * as z from 'zod/mini';
import { contactRoles } from '../../src/contract/contacts.ts';
import { pricingModels, recurrenceTypes } from '../../src/contract/fields.ts';
import { parseOptions, wholeNumber } from '../shared/parse-options.ts';
import type { MockDatabase } from '../store/mock-database.ts';
import type { Insertable } from '../store/row-types.ts';
import { locale } from './locale.ts';

/** The number of records of each type. */
export interface GenerateOptions {
  /** Customers, three companies for each individual. Default: 0. */
  readonly customers?: number | undefined;
  /** Contacts, assigned to the customers in turn. Default: one for each customer. */
  readonly contacts?: number | undefined;
  /** Addresses, assigned to the customers in turn: half billing, half shipping. Default: one for each customer. */
  readonly addresses?: number | undefined;
  /** Products, each with its own parent and a price in each pricebook. Default: 0. */
  readonly products?: number | undefined;
  /** Categories, in a tree with ten children to a node. Default: one for each 50 products. */
  readonly categories?: number | undefined;
  /** Catalogs. Default: one for each 200 products. */
  readonly catalogs?: number | undefined;
  /** Pricebooks, each with its own currency. Default: 2 if there are products, otherwise 0. */
  readonly pricebooks?: number | undefined;
  /** A whole number from 0. Each number creates other records. Default: 1. */
  readonly seed?: number | undefined;
}

const count = z.optional(wholeNumber(0));

const optionsSchema = z.strictObject({
  customers: count,
  contacts: count,
  addresses: count,
  products: count,
  categories: count,
  catalogs: count,
  pricebooks: count,
  seed: count,
});

/**
 * Creates a seed with many records. Pass it as `seed`, or call it in your own seed. The same options create the same
 * records on every run and runtime.
 *
 * It has its own subpath because it needs a library of names. Programs that do not import it do not load that library.
 *
 * @param options The number of records of each type.
 * @throws A TypeError if an option is unknown, if a count is not a whole number from 0, or if there are contacts or
 * addresses without customers.
 * @example
 * ```ts
 * import { createMockServer } from 'masterdata-sdk/mock';
 * import { generate } from 'masterdata-sdk/mock/generate';
 *
 * const mock = createMockServer({ seed: generate({ customers: 10_000, products: 500 }) });
 * ```
 */
export function generate(options: GenerateOptions): (db: MockDatabase) => void {
  const {
    customers = 0,
    contacts = customers,
    addresses = customers,
    products = 0,
    categories = Math.ceil(products / 50),
    catalogs = Math.ceil(products / 200),
    pricebooks = products > 0 ? 2 : 0,
    seed = 1,
  } = parseOptions(optionsSchema, options, 'generate');
  if (customers === 0 && contacts + addresses > 0) {
    throw new TypeError('generate.customers: must be at least 1 if there are contacts or addresses, received 0');
  }
  const counts = { customers, contacts, addresses, products, categories, catalogs, pricebooks };
  return (db) => {
    const vocabulary = createVocabulary(seed);
    addCustomers(db, vocabulary, counts);
    addProducts(db, vocabulary, counts);
  };
}

type Counts = Readonly<Record<Exclude<keyof GenerateOptions, 'seed'>, number>>;

type Vocabulary = ReturnType<typeof createVocabulary>;

/** Draws names and places once, because calling the library for each of a million records takes minutes. */
function createVocabulary(seed: number) {
  const faker = new Faker({ locale, seed });
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

function addCustomers(db: MockDatabase, vocabulary: Vocabulary, { customers, contacts, addresses }: Counts): void {
  const { pick, number } = vocabulary;
  const ids = times(customers, (n) => {
    const isCompany = n % 4 !== 3;
    return db.customers.insert({
      name: isCompany ? pick(vocabulary.companies) : `${pick(vocabulary.firstNames)} ${pick(vocabulary.lastNames)}`,
      type: isCompany ? 'company' : 'individual',
      tax_ids: isCompany ? [{ tax: 'us_ein', tax_value: `${number(10, 99)}-${number(1_000_000, 9_999_999)}` }] : [],
      id_crm: `C-${n + 1}`,
    }).id;
  });
  times(contacts, (n) => {
    const first_name = pick(vocabulary.firstNames);
    const last_name = pick(vocabulary.lastNames);
    db.contacts.insert({
      customer_id: roundRobin(ids, n),
      first_name,
      last_name,
      email: `${`${first_name}.${last_name}`.toLowerCase().replace(/[^a-z.]/g, '')}.${n + 1}@mail.example`,
      phone: pick(vocabulary.phones),
      role: [pick(contactRoles)],
    });
  });
  times(addresses, (n) =>
    db.addresses.insert({
      customer_id: roundRobin(ids, n),
      type: n % 2 === 0 ? 'billing' : 'shipping',
      address_line1: `${number(1, 9999)} ${pick(vocabulary.streets)}`,
      ...pick(vocabulary.places),
      country: 'US',
    }),
  );
}

function addProducts(
  db: MockDatabase,
  vocabulary: Vocabulary,
  { products, categories, catalogs, pricebooks }: Counts,
): void {
  const { pick, number } = vocabulary;
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
      name: pick(vocabulary.departments),
      api_name: `category_${n + 1}`,
      parent_category_id: categoryIds[Math.ceil(n / 10) - 1] ?? null,
    });
    categoryIds.push(id);
  });
  times(products, (n) => {
    const shared = {
      name: pick(vocabulary.products),
      api_name: `product_${n + 1}`,
      reference: `P-${n + 1}`,
      description: pick(vocabulary.descriptions),
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
    const terms = priceTerms(vocabulary);
    for (const { id: pricebook_id, currency_id } of books) {
      db.prices.insert({ product_id: product.id, pricebook_id, currency_id, ...terms });
    }
  });
}

/** A pricing model, and what it needs. More than half of all are flat. */
function priceTerms({ pick, number }: Vocabulary): Pick<Insertable<'prices'>, 'pricing_model'> {
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
function roundRobin(ids: readonly string[], n: number): string {
  return ids[n % ids.length] ?? '';
}
