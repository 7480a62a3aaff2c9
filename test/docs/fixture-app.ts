/** A front end such as the guides have in mind: its customers, in a list that can be added to. */
import { MasterDataClient } from '../../src/index.ts';

/** Shows it; resolves when the customers are there. */
export async function showApp(baseUrl: string, apiToken: string): Promise<void> {
  const client = new MasterDataClient({ baseUrl, apiToken, maxRetries: 0, allowTokenInBrowser: true });
  document.body.innerHTML =
    '<button>Reload</button><form><label>Name <input></label><button>Save</button></form><p role="alert"></p><ul></ul>';
  const [alert, list] = [document.querySelector('p'), document.querySelector('ul')];
  const load = async () => {
    const outcome = await client.customers.list().result();
    if (alert) alert.textContent = outcome.ok ? '' : 'Try again later';
    const names = outcome.ok ? outcome.data.map(({ name }) => name) : [];
    list?.replaceChildren(...names.map((name) => Object.assign(document.createElement('li'), { textContent: name })));
  };
  document.querySelector('button')?.addEventListener('click', load);
  document.querySelector('form')?.addEventListener('submit', async (event) => {
    event.preventDefault();
    await client.customers.create({ name: document.querySelector('input')?.value ?? '', type: 'company' });
    await load();
  });
  await load();
}
