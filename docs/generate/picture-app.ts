/** The app in the picture of the workbench: it saves a price of the mock in its page. */
import { MasterDataClient } from 'masterdata-sdk';
import { createMockServer, demo } from 'masterdata-sdk/mock';
import { mountWorkbench } from 'masterdata-sdk/mock/workbench';

const mock = createMockServer({ seed: demo, baseUrl: 'https://api.example.com', token: 'dev' });
const client = new MasterDataClient(mock.clientOptions);
const product = await client.products.create({
  api_name: 'folding_table',
  recurrence_type: 'one_off',
  name: 'Folding table',
});
const [price] = product.prices;
if (!price) throw new Error('The new product must have a price.');
const status = document.querySelector('output');
document.querySelector('form')?.addEventListener('submit', (event) => {
  event.preventDefault();
  void save(price.id);
});

async function save(id: string) {
  if (status) status.value = 'Saving …';
  await client.prices.update(id, { pricing_model: 'flat', amount: 249, identifiers: { erp: 'FT-249' } });
  if (status) status.value = 'Saved';
}

mock.journal.clear();
mock.faults.add({ on: 'prices.update', times: 1, status: 503 });
// The panel is on the right.
localStorage.setItem('masterdata-workbench', JSON.stringify({ 'panel.dock': 'end', 'panel.size': 64 }));
mountWorkbench(mock, { open: true });
