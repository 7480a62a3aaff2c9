/** Long lists are cached. Their bytes are those of a mock that has cached nothing. */
import { expect, test } from 'vitest';
import { createMockServer, type MockServer } from '../../../mocks/index.ts';

const length = 150;

/** Returns the body of a list. */
async function list(mock: MockServer, path: string, token = mock.token): Promise<string> {
  const response = await mock.fetch(mock.baseUrl + path, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status).toBe(200);
  return response.text();
}

/** Returns a mock with the same records that has not listed anything. */
function copyOf(mock: MockServer): MockServer {
  return createMockServer({ seed: JSON.parse(JSON.stringify(mock.snapshot({ tokens: true }))), token: mock.token });
}

test('a list of customers shows each change of customers, contacts and addresses', async () => {
  const mock = createMockServer();
  const [first, second, third] = mock.create.customer.list(length);
  const contact = mock.create.contact({ customer_id: first?.id });
  const address = mock.create.address({ customer_id: second?.id });
  const { db } = mock;
  const snapshot = mock.snapshot();
  const changes = [
    () => db.customers.update(first?.id ?? '', { name: 'Renamed' }),
    () => db.contacts.update(contact.id, { customer_id: third?.id ?? '' }),
    () => db.addresses.delete(address.id),
    () => mock.create.address({ customer_id: third?.id }),
    () => db.customers.delete(second?.id ?? ''),
    () => mock.create.customer(),
    () => mock.restore(snapshot),
    () => mock.reset(),
  ];
  for (const change of changes) {
    const before = await list(mock, '/api/customers');
    expect(await list(mock, '/api/customers')).toBe(before);
    change();
    const after = await list(mock, '/api/customers');
    expect(after).not.toBe(before);
    expect(after).toBe(await list(copyOf(mock), '/api/customers'));
  }
});

test('a list of product parents shows each change of parents and products', async () => {
  const mock = createMockServer();
  const [first] = mock.create.productParent.list(length);
  const path = '/api/product-parents';
  const changes = [
    () => mock.create.product({ product_parent_id: first?.id }),
    () => mock.db.productParents.update(first?.id ?? '', { name: 'Renamed' }),
  ];
  for (const change of changes) {
    const before = await list(mock, path);
    change();
    const after = await list(mock, path);
    expect(after).not.toBe(before);
    expect(after).toBe(await list(copyOf(mock), path));
  }
});

test('workspaces with long lists stay apart', async () => {
  const mock = createMockServer();
  const other = mock.db.workspaces.insert({ name: 'Other' });
  const token = mock.tokens.issue({ workspace: other.id });
  mock.create.customer.list(length, { name: 'Own' });
  mock.create.customer.list(length, { name: 'Foreign', workspace_id: other.id });
  expect(await list(mock, '/api/customers')).not.toContain('Foreign');
  expect(await list(mock, '/api/customers', token)).not.toContain('Own');
});

test('the pages of a long list show its changes', async () => {
  const mock = createMockServer({ policies: { pagination: 'link:120' } });
  const [first] = mock.create.customer.list(length);
  await list(mock, '/api/customers');
  mock.db.customers.update(first?.id ?? '', { name: 'Renamed' });
  expect(await list(mock, '/api/customers')).toContain('Renamed');
  expect(JSON.parse(await list(mock, '/api/customers?page=2')).data).toHaveLength(length - 120);
});
