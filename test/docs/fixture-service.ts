/** The service at https://api.example.com that the pages call: a mock. */
import { createMockServer, demo } from 'masterdata-sdk/mock';

/** The id that the pages use in examples. */
const id = '3f2b8c1e-7d64-4e0b-8f63-2f1f0c9d7a11';

export const mock = createMockServer({
  token: 'token',
  seed(db, create) {
    demo(db);
    create.customer({ id, name: 'Acme', id_erp: 'K-100' });
    create.product({ id, name: 'Rack' });
    create.category({ id, name: 'Racks' });
  },
});

const network = globalThis.fetch;

/** A `fetch` that reaches only this machine and the service. */
export const fixtureFetch: typeof fetch = async (input, init) => {
  const url = new URL(input instanceof Request ? input.url : input);
  // An undocumented operation that a service may have.
  if (url.pathname === '/api/pricebooks') return Response.json({ success: true, data: mock.db.pricebooks.list() });
  if (url.origin === mock.baseUrl) return await mock.fetch(input, init);
  if (['127.0.0.1', 'localhost'].includes(url.hostname)) return await network(input, init);
  throw new TypeError(`a snippet may call ${mock.baseUrl} and this machine, not ${url.origin}`);
};

/** The environment variables of the pages. */
export const environment = { MASTERDATA_BASE_URL: mock.baseUrl, MASTERDATA_API_TOKEN: mock.token };
