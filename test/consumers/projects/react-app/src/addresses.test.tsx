/** @vitest-environment happy-dom */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { MasterDataClient } from 'masterdata-sdk';
import { createMockServer, demo } from 'masterdata-sdk/mock';
import { mockHandlers } from 'masterdata-sdk/mock/msw';
import { setupMockServer } from 'masterdata-sdk/mock/node';
import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import 'masterdata-sdk/mock/matchers/vitest';
import { Addresses } from './addresses';
import { NameForm } from './name-form';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const mock = createMockServer({ baseUrl: '/masterdata', token: 'test', seed: demo });
const server = setupMockServer(mock, { token: 'test' });
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => mock.reset());
afterAll(() => server.close());

/** Waits for an assertion, which may take long on a busy machine. */
const until = (assertion: () => void) => act(() => vi.waitFor(assertion, { timeout: 60_000 }));

/** Renders an element into the page. */
async function render(element: ReactElement) {
  const container = document.body.appendChild(document.createElement('div'));
  await act(() => createRoot(container).render(element));
  return container;
}

const addresses = () => (
  <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
    <Addresses />
  </QueryClientProvider>
);

test('lists the addresses of the first customer', async () => {
  const container = await render(addresses());
  await until(() => expect(container.querySelector('h1')?.textContent).toBe('Halm & Söhne GmbH'));
  expect(container.querySelectorAll('li').length).toBeGreaterThan(0);
  expect(mock).toHaveReceived('addresses.list', { times: 1, query: { customer_id: expect.any(String) } });
});

test('shows an error', async () => {
  mock.faults.add({ on: 'customers.list', status: 400, body: { success: false, error: 'Out of order' } });
  const container = await render(addresses());
  await until(() => expect(container.textContent).toContain('Out of order'));
});

test('a page calls a service of another origin', async () => {
  const other = createMockServer({ baseUrl: 'https://masterdata.example.com', token: 'other', seed: demo });
  server.use(...mockHandlers(other));
  const client = new MasterDataClient({ baseUrl: other.baseUrl, apiToken: 'other' });
  const created = await client.customers.create({ name: 'Acme', type: 'company' });
  expect((await client.customers.get(created.id)).name).toBe('Acme');
});

test('shows readable messages of a schema in TanStack Form', async () => {
  const container = await render(<NameForm onSave={async () => {}} />);
  await type(container, 'logo', 'no URL');
  await act(() => container.querySelector('button')?.click());
  await until(() => expect(container.textContent).toContain('must be a URL'));
});

test('shows what the service rejects, at the field and at the root', async () => {
  const client = new MasterDataClient({ baseUrl: '/masterdata', apiToken: null });
  const container = await render(<NameForm onSave={(customer) => client.customers.create(customer)} />);
  await type(container, 'name', 'Acme');
  await type(container, 'logo', 'https://example.com/logo.png');
  mock.faults.add({
    times: 1,
    status: 400,
    body: { error: 'Validation error', details: ['logo is too large', 'closed'] },
  });
  await act(() => container.querySelector('button')?.click());
  await until(() => expect(container.querySelector('[name=logo] + em')?.textContent).toBe('is too large'));
  expect(container.querySelector('[role=alert]')?.textContent).toBe('closed');
});

/** Types a text into an input of a form. */
function type(container: Element, name: string, text: string) {
  const input = container.querySelector(`[name=${name}]`);
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  return act(() => {
    set?.call(input, text);
    input?.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
