import 'masterdata-sdk/mock/matchers/jest';
import type { JournalEntry } from 'masterdata-sdk/mock';
import { createMockServer } from 'masterdata-sdk/mock';

const mock = createMockServer();
const assertLocally = (): void =>
  expect(mock).toHaveReceived('products.update', {
    times: 1,
    params: { id: '1' },
    query: { page: '2' },
    body: { name: expect.any(String), shipping: { weight: 2 } },
    status: 200,
    where: ({ body }) => body.name === 'Rack',
  });
expect(mock).not.toHaveReceived('customers.create', { body: { tax_ids: [{ tax: expect.stringContaining('vat') }] } });
expect(mock).not.toHaveReceivedNothing();

declare const remote: { readonly journal: { list(): Promise<readonly JournalEntry[]> } };
const elsewhere: Promise<void> = expect(remote).toHaveReceived('products.update');
const nothing: Promise<void> = expect(remote).not.toHaveReceivedNothing();
console.log(assertLocally, elsewhere, nothing);

// @ts-expect-error an unknown operation
expect(mock).toHaveReceived('products.patch');
// @ts-expect-error an unknown condition
expect(mock).toHaveReceived('products.update', { count: 1 });
// @ts-expect-error an unknown field
expect(mock).toHaveReceived('products.update', { body: { title: 'Rack' } });
// @ts-expect-error the field of another operation
expect(mock).toHaveReceived('customers.create', { body: { shipping: { weight: 2 } } });
// @ts-expect-error a parameter that the path does not have
expect(mock).toHaveReceived('customers.list', { params: { id: '1' } });
// @ts-expect-error a body of the wrong type
expect(mock).toHaveReceived('products.update', { body: { shipping: { weight: '2' } } });
