import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createMockServer, type MockServer, type Permission } from '../../mocks/index.ts';
import { issueSchema } from '../../src/contract/errors.ts';
import { fc } from '../fast-check.ts';
import { runs } from '../sample.ts';
import { type CallResponse, call, fieldsOf, noon, unknownId } from './helpers.ts';
import { type Kind, Model, type Request, type Workspace } from './model.ts';

/** The mock, and the data that a step chooses from. A sequence can go on with another mock. */
interface Trial {
  mock: MockServer;
  readonly workspaces: readonly [Workspace, Workspace];
  readonly tokens: readonly string[];
  tick(): string;
  readonly clock: () => number;
}

/** A reference that is chosen when the step runs: in the token's workspace, in the other workspace, or to no record. */
class Reference {
  readonly kind: Kind;
  readonly choice: number;

  constructor(kind: Kind, choice: number) {
    this.kind = kind;
    this.choice = choice;
  }

  /** Of 100 references, 3 are not a UUID, 5 have no record, and 12 are records of the other workspace. */
  in(own: Workspace, other: Workspace): string {
    if (this.choice < 3) return 'malformed';
    const ids = [...(this.choice < 20 ? other : own).tables[this.kind].keys()];
    return (this.choice < 8 ? undefined : ids[this.choice % ids.length]) ?? unknownId;
  }

  toJSON(): string {
    return `${this.kind} ${this.choice}`;
  }
}

interface Plan {
  readonly method: Request['method'];
  readonly kind: Kind;
  readonly id?: Reference;
  readonly query?: Reference | undefined;
  readonly page?: number | undefined;
  readonly body?: Readonly<Record<string, unknown>>;
}

const reference = (kind: Kind) => fc.nat(99).map((choice) => new Reference(kind, choice));
const orNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null, freq: 3 });
const word = fc.constantFrom('', 'a', 'Ünï', 'x y');
const amount = fc.constantFrom(0.5, 1, 899, 12.25);
const seldom = <T>(value: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 14, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });
const externalIds = { id_crm: word, id_erp: word };
const apiName = fc.constantFrom('alpha', 'beta', 'gamma', 'delta', 'epsilon');
const place = { address_line1: word, city: word, postal_code: word, country: fc.constantFrom('DE', 'FR', 'US') };
const placeType = fc.constantFrom('billing', 'shipping');
const recurrence_type = fc.constantFrom('one_off', 'recurring');
const identifiers = { 'identifiers[crm]': word, 'identifiers[erp]': word, 'identifiers[accounting]': word };
const links = (kind: Kind) => fc.array(reference(kind), { maxLength: 3 });

/** Generates a body with all required fields, some optional fields, and sometimes an error. */
function body(
  required: Record<string, fc.Arbitrary<unknown>>,
  optional: Record<string, fc.Arbitrary<unknown>>,
  faults: Readonly<Record<string, unknown>>,
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const valid = fc.record({ ...required, ...optional }, { requiredKeys: Object.keys(required) });
  const names = Object.keys(required);
  const leftOut = names.length > 0 ? seldom(fc.constantFrom(...names)) : fc.constant(null);
  const fault = seldom(fc.constantFrom(...Object.entries({ color: 'red', ...faults })));
  return fc.tuple(valid, leftOut, fault).map(([fields, missing, wrong]) => ({
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => name !== missing)),
    ...(wrong && { [wrong[0]]: wrong[1] }),
  }));
}

const create = (kind: Kind, sent: fc.Arbitrary<Readonly<Record<string, unknown>>>): fc.Arbitrary<Plan> =>
  sent.map((body) => ({ method: 'POST', kind, body }));
const update = (kind: Kind, sent: fc.Arbitrary<Readonly<Record<string, unknown>>>): fc.Arbitrary<Plan> =>
  fc.tuple(reference(kind), sent).map(([id, body]) => ({ method: 'PATCH', kind, id, body }));
const withId = (method: 'GET' | 'DELETE', kind: Kind): fc.Arbitrary<Plan> =>
  reference(kind).map((id) => ({ method, kind, id }));
const list = (kind: Kind): fc.Arbitrary<Plan> =>
  fc.option(fc.integer({ min: 1, max: 4 }), { nil: undefined }).map((page) => ({ method: 'GET', kind, page }));

const plans = {
  createCustomer: create(
    'customers',
    body(
      { name: word, type: fc.constantFrom('company', 'individual') },
      { segment_id: fc.constant(unknownId), logo: fc.constant('https://x.example/l.svg'), ...externalIds },
      { type: 'charity', segment_id: 'x', logo: 'x', id_crm: null, contact_ids: [] },
    ),
  ),
  updateContact: update(
    'contacts',
    body(
      {},
      {
        first_name: word,
        email: fc.constantFrom('a@b.example', 'c@d.example'),
        phone: orNull(word),
        role: fc.subarray(['buyer', 'legal', 'admin']),
        id_erp: orNull(word),
      },
      { customer_id: unknownId, role: ['buyer', 'ceo'], email: 'x', first_name: null },
    ),
  ),
  createAddress: create(
    'addresses',
    body(
      { customer_id: reference('customers'), type: placeType, ...place },
      { contact_id: reference('contacts'), name: word, comment: word, ...externalIds },
      { type: 'home', country: 'XX', name: null },
    ),
  ),
  updateAddress: update(
    'addresses',
    body(
      {},
      {
        type: placeType,
        ...place,
        contact_id: orNull(reference('contacts')),
        name: orNull(word),
        id_crm: orNull(word),
      },
      { customer_id: unknownId, city: null, country: 'de' },
    ),
  ),
  listAddresses: fc
    .option(reference('customers'), { nil: undefined, freq: 3 })
    .map((query): Plan => ({ method: 'GET', kind: 'addresses', query })),
  updateCategory: update(
    'categories',
    body(
      {},
      { name: word, description: word, is_active: fc.boolean(), parent_category_id: orNull(reference('categories')) },
      { api_name: 'x', name: null, is_active: 1, deleted_at: null },
    ),
  ),
  createCatalog: create(
    'catalogs',
    body(
      { name: fc.constantFrom('Spring', 'Alpha', '2026', '') },
      { api_name: apiName, is_active: fc.boolean(), reference: word, ...externalIds },
      { api_name: 'Not Snake', is_active: 'yes' },
    ),
  ),
  createProductParent: create(
    'product-parents',
    body(
      { api_name: apiName, recurrence_type, name: word },
      { description: word, is_active: fc.boolean(), ...externalIds },
      { recurrence_type: 'weekly', catalog_ids: [], api_name: 'a__b' },
    ),
  ),
  createProduct: create(
    'products',
    body(
      { api_name: apiName, recurrence_type, name: fc.constantFrom('Desk', 'Lamp') },
      {
        description: word,
        is_active: fc.boolean(),
        catalog_ids: links('catalogs'),
        category_ids: links('categories'),
        'inventory[sku]': word,
        'settings[unit_per_pack]': amount,
        'shipping[weight]': amount,
        'shipping[weight_unit]': word,
        ...identifiers,
      },
      { name: 'D', 'shipping[weight]': null, 'settings[product_type]': 'x', primary_image_id: null },
    ),
  ),
  updateProduct: update(
    'products',
    body(
      {},
      {
        name: fc.constantFrom('Desk', 'Lamp', 'Chair'),
        description: word,
        reference: word,
        description_inherit_from_product: fc.boolean(),
        primary_image_inherit_from_product: fc.boolean(),
        is_active: fc.boolean(),
        category_ids: links('categories'),
        primary_image_id: orNull(fc.constant(unknownId)),
        'inventory[sku]': word,
        'settings[unit_per_pack]': amount,
        'accounting[ledger_account]': word,
        'shipping[weight]': orNull(amount),
        'shipping[country_of_origin]': orNull(word),
        ...identifiers,
      },
      {
        api_name: 'x',
        catalog_ids: [],
        name: 'D',
        prices: [],
        'settings[language_code]': 'de',
        'shipping[color]': 'x',
      },
    ),
  ),
  updatePrice: update(
    'prices',
    body(
      {},
      {
        pricing_model: fc.constantFrom('flat', 'flat', 'volume', 'percent', 'none'),
        amount,
        volume_tiers: orNull(fc.constantFrom([], [{ from: 1, amount: 2 }], [JSON.parse('{"__proto__":{"from":1}}')])),
        percent: orNull(fc.constantFrom(0, 50, 100)),
        floor_price: orNull(amount),
        is_setup: fc.boolean(),
        default_tax_id: orNull(reference('taxes')),
        billing_frequency_id: orNull(reference('frequencies')),
        engagement_type: orNull(fc.constantFrom('forever', 'fixed_period')),
        parent_price_id: orNull(reference('prices')),
        ...identifiers,
      },
      { amount: 0, percent: 101, product_id: unknownId, pricebook_name: 'x', is_setup: null },
    ),
  ),
  deleteCategory: withId('DELETE', 'categories'),
  getCustomer: withId('GET', 'customers'),
  getContact: withId('GET', 'contacts'),
  getAddress: withId('GET', 'addresses'),
  getCategory: withId('GET', 'categories'),
  getCatalog: withId('GET', 'catalogs'),
  getProduct: withId('GET', 'products'),
  listCustomers: list('customers'),
  listProductParents: list('product-parents'),
};

/** Makes a response comparable: reduces errors to the fields they name, and both forms of the language to one name. */
function comparable({ status, body }: CallResponse): object {
  const { details, data, ...rest } = fieldsOf(body);
  const named =
    details === undefined
      ? {}
      : {
          details: z
            .parse(z.array(issueSchema), details)
            .map(({ path }) => path)
            .sort(),
        };
  const { settings } = fieldsOf(data);
  if (settings === undefined) return { status, body: { ...rest, ...named, ...(data !== undefined && { data }) } };
  const language = Object.keys(fieldsOf(settings)).filter((name) => /^language_(?:code|id)$/.test(name));
  const oneName = Object.fromEntries(language.map((name) => [name, 'the language']));
  return { status, body: { ...rest, data: { ...fieldsOf(data), settings: { ...fieldsOf(settings), ...oneName } } } };
}

/** Sends a request to both. The responses must be equal and must not contain data of the other workspace. */
async function agree(model: Model, { mock, workspaces, tick }: Trial, request: Request): Promise<void> {
  model.now = tick();
  const { method, kind, id, query, page, body, token } = request;
  const parameters = [
    ...(query === undefined ? [] : [`customer_id=${query}`]),
    ...(page === undefined ? [] : [`page=${page}`]),
  ];
  const search = parameters.length > 0 ? `?${parameters.join('&')}` : '';
  const path = `/api/${kind}${id === undefined ? '' : `/${id}`}${search}`;
  const response = await call(mock, method, path, body, { token });
  const expected = model.respond(request, Reflect.get(fieldsOf(response.body), 'data'));
  const actual = { ...comparable(response), hasNext: 'link' in response.headers };
  // Call `expect` only for its report: it is slow, and this code runs tens of thousands of times.
  if (!isDeepStrictEqual(actual, expected)) expect(actual).toEqual(expected);

  const others = workspaces.filter((workspace) => workspace !== model.principals.get(token)?.workspace);
  const ids = JSON.stringify(response.body).match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
  const isOf = (id: string) => (other: Workspace) =>
    other.id === id || Object.values(other.tables).some((table) => table.has(id));
  const leaked = ids.filter((found) => others.some(isOf(found)));
  if (leaked.length > 0) expect(leaked).toEqual([]);
}

class Step implements fc.AsyncCommand<Model, Trial> {
  readonly #plan: Plan;
  readonly #who: number;
  #sent: Request | undefined;

  constructor(plan: Plan, who: number) {
    this.#plan = plan;
    this.#who = who;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, trial: Trial): Promise<void> {
    const { method, kind, id, query, page, body } = this.#plan;
    const [first, second] = trial.workspaces;
    const token = trial.tokens[this.#who % trial.tokens.length] ?? '';
    const own = model.principals.get(token)?.workspace ?? first;
    const other = own === first ? second : first;
    const chosen = (value: unknown): unknown => {
      if (value instanceof Reference) return value.in(own, other);
      return Array.isArray(value) ? value.map(chosen) : value;
    };
    this.#sent = {
      method,
      kind,
      token,
      ...(id && { id: id.in(own, other) }),
      ...(query && { query: query.in(own, other) }),
      ...(page !== undefined && { page }),
      ...(body && { body: Object.fromEntries(Object.entries(body).map(([name, value]) => [name, chosen(value)])) }),
    };
    await agree(model, trial, this.#sent);
  }

  toString(): string {
    return JSON.stringify(this.#sent ?? this.#plan);
  }
}

const eventNames = ['discount', 'contact', 'snapshot', 'move', 'pagination', 'workspace'] as const;
type EventName = (typeof eventNames)[number];

/**
 * A change that no endpoint makes: a discount starts or ends, a contact is added, a snapshot is read from JSON by the
 * mock or by a new one, lists get other pages, or a workspace is created and deleted.
 */
class Event implements fc.AsyncCommand<Model, Trial> {
  readonly #what: EventName;
  readonly #choice: number;

  constructor(what: EventName, choice: number) {
    this.#what = what;
    this.#choice = choice;
  }

  check(): boolean {
    return true;
  }

  async run(model: Model, trial: Trial): Promise<void> {
    const { mock, workspaces, tick } = trial;
    model.now = tick();
    if (this.#what === 'snapshot') {
      mock.restore(JSON.parse(JSON.stringify(mock.snapshot({ tokens: true }))));
      return;
    }
    if (this.#what === 'move') {
      const seed = JSON.parse(JSON.stringify(mock.snapshot({ tokens: true })));
      trial.mock = createMockServer({ clock: trial.clock, seed, policies: { ...mock.policies } });
      return;
    }
    if (this.#what === 'pagination') {
      model.pageSize = [undefined, 1, 2, 3][this.#choice % 4];
      mock.policies.pagination = model.pageSize === undefined ? 'off' : `link:${model.pageSize}`;
      return;
    }
    if (this.#what === 'workspace') return await deleteWorkspace(model, trial);
    const workspace = workspaces[this.#choice % 2] ?? workspaces[0];
    if (this.#what === 'discount') {
      const [id, discount] = [...workspace.discounts][this.#choice % workspace.discounts.size] ?? [];
      if (id === undefined || discount === undefined) return;
      const hasDeleted = discount.categories.some((category) => workspace.tables.categories.get(category)?.deleted);
      const change = () => mock.db.discounts.update(id, { is_active: !discount.active });
      if (!discount.active && hasDeleted) {
        expect(change).toThrow('must not contain a deleted Category');
        return;
      }
      change();
      discount.active = !discount.active;
    } else {
      const customers = [...workspace.tables.customers.keys()];
      addContact(model, mock, workspace, customers[this.#choice % customers.length] ?? '');
    }
  }

  toString(): string {
    return `${this.#what} ${this.#choice}`;
  }
}

/** Creates a workspace with a token, and deletes both: an empty workspace does, one with records does not. */
async function deleteWorkspace(model: Model, trial: Trial): Promise<void> {
  const { db, tokens } = trial.mock;
  const { id } = db.workspaces.insert({ name: 'Temporary' });
  const token = tokens.issue({ workspace: id });
  const tables = Object.fromEntries(Object.keys(trial.workspaces[0].tables).map((kind) => [kind, new Map()]));
  const workspace: Workspace = { id, tables: tables as Workspace['tables'], pricebooks: [], discounts: new Map() };
  model.principals.set(token, { workspace, user: 'temporary', may: () => true });
  const list = { token, method: 'GET', kind: 'customers' } as const;
  await agree(model, trial, list);
  const customer = db.customers.insert({ workspace_id: id, name: 'Halm', type: 'company' });
  expect(() => db.workspaces.delete(id)).toThrow('is used by rows of customers');
  db.customers.delete(customer.id);
  expect(db.workspaces.delete(id)).toBe(true);
  model.principals.delete(token);
  await agree(model, trial, list);
}

function addContact(model: Model, { db }: MockServer, workspace: Workspace, customer_id: string): void {
  const { id } = db.contacts.insert({
    workspace_id: workspace.id,
    customer_id,
    first_name: 'Greta',
    last_name: 'Lindqvist',
    email: 'greta@halm.example',
  });
  const rest = { first_name: 'Greta', last_name: 'Lindqvist', email: 'greta@halm.example', phone: null, role: [] };
  model.add(workspace, 'contacts', id, { customer_id, ...rest, id_crm: null, id_erp: null, id_accounting: null });
}

/** Adds records that no endpoint creates, on both sides. */
function furnish(model: Model, mock: MockServer, id: string): Workspace {
  const { db } = mock;
  const workspace_id = id;
  const table = () => new Map();
  const currency = db.currencies.insert({ workspace_id, name: 'Euro', api_name: 'eur' });
  const workspace: Workspace = {
    id,
    tables: {
      customers: table(),
      contacts: table(),
      addresses: table(),
      categories: table(),
      catalogs: table(),
      'product-parents': table(),
      products: table(),
      prices: table(),
      taxes: table(),
      frequencies: table(),
    },
    pricebooks: ['europe', 'world'].map((api_name) => {
      const pricebook = { name: `The ${api_name}`, api_name, type: 'standard' };
      const row = db.pricebooks.insert({ workspace_id, currency_id: currency.id, ...pricebook });
      return { id: row.id, ...pricebook, currency: { id: currency.id, name: 'Euro', api_name: 'eur' } };
    }),
    discounts: new Map(),
  };
  const tax = db.taxes.insert({ workspace_id, name: 'VAT', rate: 19 });
  model.add(workspace, 'taxes', tax.id, { name: 'VAT', rate: 19, amount: null, is_percentage: true });
  const frequency = db.billingFrequencies.insert({ workspace_id, period: 3, unit: 'month' });
  model.add(workspace, 'frequencies', frequency.id, { period: 3, unit: 'month' });

  let parent_category_id: string | null = null;
  for (const api_name of ['furniture', 'desks', 'standing', 'chairs', 'lamps']) {
    const values = { name: api_name, api_name, parent_category_id };
    const category = db.categories.insert({ workspace_id, ...values });
    model.add(workspace, 'categories', category.id, { ...values, description: '', is_active: true });
    parent_category_id = api_name === 'standing' ? null : category.id;
  }
  for (const [at, active] of [true, false].entries()) {
    const categories = [...workspace.tables.categories.keys()].slice(at, at + 2);
    const discount = db.discounts.insert({ workspace_id, name: 'D', is_active: active, category_ids: categories });
    workspace.discounts.set(discount.id, { active, categories });
  }
  return workspace;
}

/** Ids that the mock generates in the middle of a sequence: a mock with the same seed generates the same ids. */
const laterIds = (() => {
  const { db } = createMockServer();
  const ids = Array.from({ length: 120 }, (_, n) => db.taxes.insert({ name: String(n), rate: 0 }).id);
  return ids.filter((_, n) => n >= 60 && n % 10 === 0);
})();

/** Adds rows whose ids the generator of the mock produces later. It must skip them. */
function addForeignIds(model: Model, { db }: MockServer, workspace: Workspace): void {
  for (const id of laterIds) {
    db.taxes.insert({ id, workspace_id: workspace.id, name: 'Foreign', rate: 7 });
    model.add(workspace, 'taxes', id, { name: 'Foreign', rate: 7, amount: null, is_percentage: true });
  }
}

/** Creates both sides: two workspaces, and tokens with different permissions in each. */
function start(): { model: Model; real: Trial } {
  let now = noon;
  const mock = createMockServer({ clock: () => now });
  const model = new Model();
  model.now = new Date(now).toISOString();
  const second = mock.db.workspaces.insert({ name: 'Second' }).id;
  const workspaces = [furnish(model, mock, mock.workspace), furnish(model, mock, second)] as const;
  addForeignIds(model, mock, workspaces[0]);

  const tokens = workspaces.flatMap((workspace, at) => {
    const issue = (permissions: readonly Permission[]) => {
      const user = `user ${at} with ${permissions.join(' ')}`;
      const token = mock.tokens.issue({ workspace: workspace.id, permissions, user });
      model.principals.set(token, {
        workspace,
        user,
        may: (permission) => permissions.some((held) => held === '*' || held === permission),
      });
      return token;
    };
    const all = issue(['*']);
    const some = issue(['customers:read', 'customers:write', 'categories:write', 'products:read', 'products:write']);
    return [all, all, all, all, some];
  });
  const revoked = mock.tokens.issue();
  mock.tokens.revoke(revoked);

  const tick = () => {
    now += 1000;
    return new Date(now).toISOString();
  };
  return { model, real: { mock, workspaces, tokens: [...tokens, revoked], tick, clock: () => now } };
}

/** Creates a customer with a contact, a catalog and a product in each workspace, for later steps to change. */
async function begin(model: Model, trial: Trial): Promise<void> {
  for (const [token, { workspace }] of [...model.principals].filter(([, grant]) => grant.may('*'))) {
    const post = (kind: Kind, body: object) => agree(model, trial, { token, method: 'POST', kind, body: { ...body } });
    await post('customers', { name: 'Halm', type: 'company' });
    await post('customers', { name: 'Camille', type: 'individual' });
    await post('catalogs', { name: 'Office' });
    const [customer_id] = workspace.tables.customers.keys();
    for (const type of ['billing', 'shipping']) {
      await post('addresses', { customer_id, type, address_line1: 'A', city: 'B', postal_code: '1', country: 'DE' });
    }
    const [category_id] = workspace.tables.categories.keys();
    await post('products', { api_name: 'zeta', recurrence_type: 'one_off', name: 'Zeta', category_ids: [category_id] });
    for (const customer of workspace.tables.customers.keys()) addContact(model, trial.mock, workspace, customer);
  }
}

/** Reads all records of both workspaces. */
async function readAll(model: Model, trial: Trial): Promise<void> {
  model.pageSize = undefined;
  trial.mock.policies.pagination = 'off';
  for (const [token, { workspace, may }] of model.principals) {
    if (!may('*')) continue;
    for (const kind of ['customers', 'addresses', 'product-parents'] as const) {
      await agree(model, trial, { token, method: 'GET', kind });
    }
    for (const kind of ['customers', 'contacts', 'addresses', 'categories', 'catalogs', 'products'] as const) {
      for (const id of workspace.tables[kind].keys()) await agree(model, trial, { token, method: 'GET', kind, id });
    }
  }
}

/** The references between the mock's tables. */
const referring = [
  ['contacts', 'customer_id', 'customers'],
  ['addresses', 'customer_id', 'customers'],
  ['addresses', 'contact_id', 'contacts'],
  ['categories', 'parent_category_id', 'categories'],
  ['productParents', 'catalog_ids', 'catalogs'],
  ['productParents', 'category_ids', 'categories'],
  ['products', 'product_parent_id', 'productParents'],
  ['prices', 'product_id', 'products'],
  ['prices', 'pricebook_id', 'pricebooks'],
  ['prices', 'currency_id', 'currencies'],
  ['prices', 'default_tax_id', 'taxes'],
  ['prices', 'billing_frequency_id', 'billingFrequencies'],
  ['prices', 'parent_price_id', 'prices'],
] as const;

function expectNoBrokenReference({ db }: MockServer): void {
  for (const [table, field, target] of referring) {
    for (const row of db[table].list()) {
      const value: unknown = Reflect.get(row, field);
      for (const id of Array.isArray(value) ? value : [value]) {
        if (id !== null) expect(db[target].get(id)?.workspace_id).toBe(row.workspace_id);
      }
    }
  }
}

test.each([
  { sequences: runs(2000), commands: 30 },
  { sequences: runs(100), commands: 120 },
])(
  'an independent model has the same responses to $sequences random sequences of up to $commands operations',
  async ({ sequences, commands: maxCommands }) => {
    type Command = fc.Arbitrary<fc.AsyncCommand<Model, Trial>>;
    const step = (plan: fc.Arbitrary<Plan>): Command =>
      fc.tuple(plan, fc.nat(10)).map(([chosen, who]) => new Step(chosen, who));
    const event: Command = fc
      .tuple(fc.constantFrom(...eventNames), fc.nat(20))
      .map(([what, choice]) => new Event(what, choice));
    const commands = fc.commands([...Object.values(plans).map(step), event], { maxCommands, size: 'max' });

    await fc.assert(
      fc.asyncProperty(commands, async (steps) => {
        const { model, real } = start();
        await begin(model, real);
        await fc.asyncModelRun(() => ({ model, real }), steps);
        await readAll(model, real);
        expectNoBrokenReference(real.mock);
      }),
      { numRuns: sequences },
    );
  },
  // Half a minute of computation in a full run, which takes much longer on a busy machine.
  900_000,
);
