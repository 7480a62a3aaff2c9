/** The front end of the guides: a list of customers. */
import { MasterDataClient } from '../../src/index.ts';

/** Renders the app. Resolves when the customers are loaded. */
export async function showApp(): Promise<void> {
  const client = new MasterDataClient({ baseUrl: '/masterdata', apiToken: null, maxRetries: 0 });
  document.body.innerHTML = '<button>Reload</button><p role="alert"></p><ul></ul>';
  const [alert, list] = [document.querySelector('p'), document.querySelector('ul')];
  const load = async () => {
    const outcome = await client.customers.list().result();
    if (alert) alert.textContent = outcome.ok ? '' : 'Try again later';
    const names = outcome.ok ? outcome.data.map(({ name }) => name) : [];
    list?.replaceChildren(...names.map((name) => Object.assign(document.createElement('li'), { textContent: name })));
  };
  document.querySelector('button')?.addEventListener('click', load);
  await load();
}
