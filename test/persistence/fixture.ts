/**
 * Writes the file of the current version of stored data, which `upgrade.test.ts` reads: `node
 * test/persistence/fixture.ts`. Run it after you raise the version, and keep the files of all versions.
 */
import { join } from 'node:path';
import { sqlite } from '../../mocks/http.ts';
import { createMockServer } from '../../mocks/index.ts';
import { stateVersion } from '../../mocks/snapshots/stored-state.ts';

const store = await sqlite(join(import.meta.dirname, `fixtures/version-${stateVersion}.db`));
const mock = createMockServer({ token: 'fixture', clock: '2026-01-01T00:00:00Z' });
const contact = mock.create.contact();
mock.create.address({ contact_id: contact.id });
mock.create.catalog();
mock.create.pricebook();
mock.create.product({}, { traits: ['flat-prices'] });
mock.create.tax();
mock.create.billingFrequency();
mock.create.discount({ category_ids: [mock.create.category().id] });
mock.db.paymentTerms.insert({});
await mock.persist(await store.open('default'));
mock.tokens.issue({ token: 'reader', permissions: ['*:read'], user: 'ada' });
mock.policies.rateLimit = { limit: 100 };
mock.faults.add({ on: 'customers.list', after: 1, times: 2, status: 503 });
mock.clock.advance(1000);
for (const _ of [1, 2]) {
  await mock.fetch(`${mock.baseUrl}/api/customers`, { headers: { authorization: 'Bearer fixture' } });
}
await mock.flush();
await store.close();
