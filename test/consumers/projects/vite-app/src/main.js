import { MasterDataClient, NotFoundError } from 'masterdata-sdk';

// In development and in builds with `--mode mock`. Other builds do not contain it.
if (import.meta.env.DEV || import.meta.env.MODE === 'mock')
  await (await import('./mock.js')).worker.start({ onUnhandledFrame: 'bypass' });

const client = new MasterDataClient({ baseUrl: 'https://api.example.com', apiToken: 'dev' });

const { id } = await client.customers.create({ name: `Acme ${Date.now()}`, type: 'company' });
const customers = await client.customers.list();
document
  .querySelector('ul')
  .replaceChildren(...customers.map(({ name }) => Object.assign(document.createElement('li'), { textContent: name })));
const missing = await client.contacts.get(id).catch((error) => error);
document.querySelector('output').textContent = missing instanceof NotFoundError ? missing.message : 'no error';

// For the test, in place of a form.
globalThis.updatePrice = (id, change) => client.prices.update(id, { pricing_model: 'flat', ...change });
