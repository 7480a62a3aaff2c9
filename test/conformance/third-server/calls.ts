import type { Seed } from './seed.ts';
import type { ThirdServer } from './server.ts';

type Json = Record<string, unknown>;
type Call = (method: string, path: string, body?: Json, headers?: Record<string, string>) => Promise<Json>;

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: unknown;
}

/** Returns a function that sends a request with a token and keeps its response. */
function caller(server: ThirdServer, answers: Answer[], token: string | null): Call {
  return async (method, path, body, headers = {}) => {
    const response = await server.fetch(
      new Request(`https://third.example/api/${path}`, {
        method,
        headers: {
          ...(token === null ? {} : { authorization: `Bearer ${token}` }),
          ...(body ? { 'content-type': 'application/json' } : {}),
          ...headers,
        },
        body: body ? JSON.stringify(body) : null,
      }),
    );
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const parsed: unknown = type.includes('json') ? JSON.parse(text) : text;
    answers.push({ status: response.status, type, body: parsed });
    const data = (parsed as { data?: Json })?.data;
    return data ?? {};
  };
}

async function customers(call: Call, foreign: Seed, own: Seed): Promise<void> {
  const created = await call('POST', 'customers', {
    name: 'Müller & Søn <b>',
    type: 'company',
    segment_id: own.lookups.segment,
    logo: 'https://CDN.example/Logo.PNG',
    tax_ids: [
      { tax: 'VAT', tax_value: 'de1' },
      { tax: 'EORI', tax_value: 'xy2' },
    ],
    id_erp: '00042',
  });
  await call('GET', `customers/${String(created['id'])}`);
  for (const type of ['club', 'Company', undefined]) await call('POST', 'customers', { name: 'Wrong', type });
  await call('POST', 'customers', {
    name: 'Wrong',
    type: 'company',
    tax_ids: [{ tax: 'VAT', tax_value: '1' }, { tax: 'VAT' }],
  });
  await call('GET', 'customers');
  await call('GET', `customers/${own.customers[0]}`);
  await call('GET', `customers/${foreign.customers[0]}`);
  const [id] = own.contacts;
  await call('PATCH', `contacts/${id}`, { first_name: ' Ann ', email: 'Ann@Example.com', id_crm: 'x' });
  for (const role of [['admin', 'signer'], ['nobody'], ['buyer', 'nobody'], []]) {
    await call('PATCH', `contacts/${id}`, { role });
    await call('GET', `contacts/${id}`);
  }
  await call('PATCH', `contacts/${id}`, { phone: null });
  await call('PATCH', `contacts/${id}`, { first_name: 'Kept', email: 5 });
  await call('PATCH', `contacts/${id}`, { customer_id: own.customers[1] });
  await call('GET', `contacts/${id}`);
  await call('GET', `contacts/${own.workspace}`);
  await call('PATCH', `contacts/${foreign.contacts[0]}`, { first_name: 'Mine' });
}

async function addresses(call: Call, foreign: Seed, own: Seed): Promise<void> {
  const address = {
    customer_id: own.customers[1],
    type: 'billing',
    address_line1: '1  Main Street',
    city: 'Łódź',
    postal_code: '01067',
    country: 'PL',
  };
  const created = await call('POST', 'addresses', {
    ...address,
    comment: 'Ring',
    contact_id: own.contacts[0],
    address_line2: 'Floor 1',
    state: 'X',
  });
  const path = `addresses/${String(created['id'])}`;
  await call('PATCH', path, { country: 'FR', state: null });
  for (const wrong of [{ country: 'FRA' }, { country: undefined }, { customer_id: 'no-uuid' }, { type: 'home' }]) {
    await call('POST', 'addresses', { ...address, ...wrong });
  }
  await call('POST', 'addresses', { ...address, customer_id: foreign.customers[0] });
  await call('PATCH', path, { type: 'home' });
  await call('PATCH', path, { customer_id: own.customers[0] });
  await call('GET', path);
  await call('GET', 'addresses');
  for (const id of [own.customers[0], own.workspace, foreign.customers[0]]) {
    await call('GET', `addresses?customer_id=${id}`);
  }
}

async function categories(call: Call, foreign: Seed, own: Seed): Promise<void> {
  const { root, child, discounted, spare } = own.categories;
  await call('PATCH', `categories/${child}`, { is_active: false, description: '' });
  await call('GET', `categories/${child}`);
  await call('PATCH', `categories/${child}`, { parent_category_id: null });
  await call('PATCH', `categories/${child}`, { api_name: 'changed', parent_category_id: root });
  await call('PATCH', `categories/${child}`, { parent_category_id: root });
  await call('DELETE', `categories/${discounted}`);
  await call('GET', `categories/${discounted}`);
  await call('DELETE', `categories/${own.workspace}`);
  await call('DELETE', `categories/${foreign.categories.spare[0]}`);
  await call('DELETE', `categories/${root}`);
  await call('GET', `categories/${child}`);
  await call('GET', `products/${own.products[0]}`);
  await call('DELETE', `categories/${spare[0]}`);
  await call('GET', `categories/${spare[0]}`);
  await call('PATCH', `categories/${spare[0]}`, { name: 'Back' });
}

async function catalogs(call: Call, foreign: Seed): Promise<void> {
  const sent = { reference: 'R', is_active: false, api_name: 'my_name', id_accounting: 'a', id_crm: 'c' };
  const created = await call('POST', 'catalogs', { name: 'A', ...sent });
  await call('POST', 'catalogs', { name: 'Plain' });
  await call('POST', 'catalogs', { api_name: 'nameless' });
  await call('GET', `catalogs/${String(created['id'])}`);
  for (const id of [foreign.workspace, foreign.catalogs[0]?.toUpperCase()]) await call('GET', `catalogs/${id}`);
  await call('POST', 'product-parents', { name: 'A', recurrence_type: 'one_off', ...sent });
  for (const wrong of [
    { api_name: 'my_name' },
    { api_name: 'my-name' },
    { recurrence_type: 'x' },
    { recurrence_type: undefined },
  ]) {
    await call('POST', 'product-parents', { name: 'A', recurrence_type: 'one_off', api_name: 'other', ...wrong });
  }
  await call('GET', 'product-parents');
}

async function products(call: Call, foreign: Seed, own: Seed): Promise<void> {
  const { root, child, spare } = own.categories;
  const path = `products/${own.products[0]}`;
  const fresh = { name: 'Chair', api_name: 'chair', recurrence_type: 'recurring' };
  const created = await call('POST', 'products', {
    ...fresh,
    is_active: false,
    catalog_ids: own.catalogs,
    category_ids: [root, child],
    'settings[unit_per_pack]': 2.5,
    'accounting[ledger_account]': '4000',
    'shipping[width]': 1,
    'shipping[height]': 2,
  });
  await call('POST', 'products', { ...fresh, api_name: 'rejected', recurrence_type: 'sometimes' });
  await call('POST', 'products', { ...fresh, api_name: 'short', name: 'x' });
  await call('GET', 'product-parents');
  const own2 = `products/${String(created['id'])}`;
  for (const body of [
    { 'identifiers[crm]': '1', 'identifiers[erp]': '2', 'accounting[ledger_account]': '5', is_active: false },
    { 'identifiers[crm]': '3', 'shipping[weight]': 0, 'shipping[length_unit]': 'cm', 'inventory[sku]': 'S' },
    { 'shipping[height]': '5', 'shipping[harmonized_system_code]': '94' },
    { 'shipping[harmonized_system_code]': '94', description_inherit_from_product: true },
    { 'shipping[width]': 9 },
    { name: 'Ox', description: 'long '.repeat(100) },
    { name: 'x' },
    { category_ids: [spare[0]] },
    { category_ids: [] },
    { category_ids: [foreign.categories.root] },
    { api_name: 'other' },
    { name: 'Partly', nonsense: 1 },
    { is_default: false },
  ]) {
    await call('PATCH', own2, body);
    await call('GET', own2);
  }
  await call('PATCH', path, { name: 'Image kept' });
  await call('PATCH', path, { primary_image_id: null });
  for (const id of ['no-uuid', own.workspace]) await call('GET', `products/${id}`);
}

async function prices(call: Call, foreign: Seed, own: Seed): Promise<void> {
  for (const body of [
    { percent: 0, amount: 1.125, cost: 2.5, floor_price: 0 },
    { percent: 100, is_setup: false, 'identifiers[erp]': 'x', billing_frequency_id: null },
    { period_duration: null },
    { percent: 101 },
    { percent: -1 },
    { amount: -1 },
    { amount: 0 },
    { pricing_model: 'odd' },
    { engagement_type: 'odd' },
    { price_percentage_type: 'odd' },
    { volume_tiers: [{ a: 1 }, { a: 2 }] },
    { pricebook_id: own.workspace },
    { amount: 7 },
  ]) {
    await call('PATCH', `prices/${own.prices[0]}`, body);
  }
  await call('GET', `products/${own.products[0]}`);
  await call('PATCH', `prices/${own.workspace}`, { amount: 5 });
  await call('PATCH', `prices/${foreign.prices[0]}`, { amount: 5 });
}

/** Sends requests that meet each of the bugs, and returns all responses. */
export async function callEverything(server: ThirdServer): Promise<Answer[]> {
  const answers: Answer[] = [];
  const [own, foreign] = server.workspaces;
  const call = caller(server, answers, own.token);
  await customers(call, foreign, own);
  await addresses(call, foreign, own);
  await catalogs(call, foreign);
  await products(call, foreign, own);
  await prices(call, foreign, own);
  const readOnly = caller(server, answers, own.readOnlyToken);
  await readOnly('PATCH', `prices/${own.prices[0]}`, { amount: 9 });
  await readOnly('DELETE', `categories/${own.categories.spare[3]}`);
  await categories(call, foreign, own);
  for (const token of [null, 'nonsense', own.token.slice(0, -2), own.token.toUpperCase()]) {
    await caller(server, answers, token)('GET', 'customers');
  }
  await call('POST', 'catalogs', { name: 'Charset' }, { 'content-type': 'application/json; charset=utf-8' });
  return answers;
}

/** Replaces ids and timestamps by the order in which they appear. */
export function comparable(answers: readonly Answer[]): string[] {
  const names = new Map<string, string>();
  const pattern = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[\d:.]+Z/gi;
  return answers.map((answer) =>
    JSON.stringify(answer).replace(pattern, (found) => {
      const name = names.get(found) ?? `#${names.size}`;
      names.set(found, name);
      return name;
    }),
  );
}
