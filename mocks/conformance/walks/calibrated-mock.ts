import type { PoliciesFile } from '../../controls/policies-file.ts';
import { createMockServer, type MockServer } from '../../engine/create-mock-server.ts';
import { ifAny } from '../errors.ts';
import { type Json, objectsIn, textOf } from '../json.ts';
import type { Records } from '../records.ts';
import type { Service } from '../service.ts';

/**
 * Creates a mock with the policies of a server and the pricebooks that its responses show. Those stay in memory.
 */
export async function createCalibratedMock(
  service: Service,
  records: Records,
  { policies }: PoliciesFile,
): Promise<MockServer> {
  // The kit waits for the server's rate limit; the mock needs none.
  const { rateLimit: _, ...others } = policies;
  const mock = createMockServer({ policies: others, journal: 0 });
  const { record } = await records.create('products.create');
  const entries = objectsIn(record['prices']);
  for (const entry of entries) addPricebook(mock, entry, await priceOf(service, entry));
  return mock;
}

async function priceOf(service: Service, entry: Json): Promise<Json> {
  const params = { id: textOf(entry, 'id') };
  const updated = await ifAny(service.record('prices.update', { params, body: { is_setup: false } }));
  return updated?.record ?? {};
}

function addPricebook({ db }: MockServer, entry: Json, price: Json): void {
  const currencyName = textOf(price, 'currency_api_name') || 'eur';
  const currency =
    db.currencies.find({ api_name: currencyName }) ??
    db.currencies.insert({ name: textOf(price, 'currency_name') || 'Euro', api_name: currencyName });
  const api_name = textOf(entry, 'pricebook_api_name');
  if (db.pricebooks.find({ api_name })) return;
  const type = textOf(price, 'pricebook_type');
  db.pricebooks.insert({
    name: textOf(price, 'pricebook_name') || api_name,
    api_name,
    currency_id: currency.id,
    ...(type !== '' && { type }),
  });
}
