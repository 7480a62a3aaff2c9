/**
 * A tour of the SDK over HTTP against the mock server, from a new customer to a product with a price. Prints each
 * request and response.
 *
 *     npm run quickstart
 */
import { styleText } from 'node:util';
import { ConflictError, MasterDataClient, NotFoundError } from 'masterdata-sdk';
import { createMockServer, demo } from 'masterdata-sdk/mock';
import { listen } from 'masterdata-sdk/mock/http';

const mock = createMockServer({ seed: demo });
const server = await listen(mock);
const client = new MasterDataClient({ baseUrl: server.url, apiToken: mock.token, fetch: printingFetch });

heading('A customer with tax ids');
const customer = await client.customers.create({
  name: 'Atelier Brandt',
  type: 'company',
  tax_ids: [{ tax: 'eu_vat', tax_value: 'DE811569869' }],
  id_crm: 'C-2044',
});

heading('Its address');
await client.addresses.create({
  customer_id: customer.id,
  type: 'shipping',
  address_line1: 'Gartenstraße 9',
  city: 'Leipzig',
  postal_code: '04103',
  country: 'DE',
});

heading('A catalog with a generated api_name');
const catalog = await client.catalogs.create({ name: 'Workshop 2026' });

heading('A product: nested objects here, bracketed keys on the wire');
const created = await client.products.create({
  api_name: 'folding_table',
  recurrence_type: 'one_off',
  name: 'Folding table',
  catalog_ids: [catalog.id],
  shipping: { weight: 18.5, weight_unit: 'kg' },
  identifiers: { erp: '410077' },
});

heading('Change its price from none to flat');
const [price] = created.prices;
if (!price) throw new Error('The product has no prices, although the demo workspace has pricebooks.');
await client.prices.update(price.id, { pricing_model: 'flat', amount: 249 });

heading('The product now shows the amount');
const product = await client.products.get(created.id);
note(`amount: ${product.prices[0]?.amount} (${product.prices[0]?.pricebook_api_name})`);

heading('A PATCH changes only the fields it sends');
const patched = await client.products.update(product.id, {
  description: 'Folds flat, holds 200 kg',
  shipping: { weight: 19 },
  primary_image_id: '3c7c2f5e-88d4-4a6b-9d0e-5a1f6f0b7c21',
});
note(`weight: ${patched.shipping.weight} ${patched.shipping.weight_unit}, image: ${patched.primary_image_id}`);

heading('null clears a field');
const cleared = await client.products.update(product.id, { primary_image_id: null });
note(`image: ${cleared.primary_image_id}`);

heading('A category under an active discount cannot be deleted');
try {
  await client.categories.delete(categoryId('chairs'));
} catch (error) {
  if (!(error instanceof ConflictError)) throw error;
  note(`${error.name}: ${error.code}`);
}

heading('Delete another category');
await client.categories.delete(categoryId('lighting'));
const gone = await client.categories.get(categoryId('lighting')).result();
if (gone.ok || !(gone.error instanceof NotFoundError)) throw new Error('The category still exists.');
note(`${gone.error.name}: ${gone.error.message}`);

heading('The addresses of one customer');
const addresses = await client.addresses.list({ customer_id: customer.id });
note(`${addresses.length} address, in ${addresses[0]?.city}`);

await server.close();

/** No endpoint lists categories, so the id comes from the mock's tables. */
function categoryId(api_name: string): string {
  const category = mock.db.categories.find({ api_name });
  if (!category) throw new Error(`The demo workspace has no category ${api_name}.`);
  return category.id;
}

/** Calls the global `fetch`, and prints the request and the response. */
async function printingFetch(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  const request = new Request(input, init);
  const sent = await request.clone().text();
  console.log(styleText('cyan', `→ ${request.method} ${new URL(request.url).pathname}${new URL(request.url).search}`));
  if (sent) console.log(styleText('cyan', `  ${sent}`));
  const response = await fetch(request);
  console.log(styleText(response.ok ? 'green' : 'red', `← ${response.status}`));
  console.log(styleText('dim', `  ${brief(await response.clone().text())}`));
  return response;
}

function brief(text: string): string {
  return text.length > 300 ? `${text.slice(0, 300)} … (${text.length} characters)` : text;
}

function heading(text: string): void {
  console.log(`\n${styleText('bold', text)}`);
}

function note(text: string): void {
  console.log(styleText('yellow', `= ${text}`));
}
