import { expect, onTestFinished, test } from 'vitest';
import { MasterDataClient } from '../../../src/index.ts';
import { createSandbox, startWorker } from '../../cloudflare/hosted.ts';
import { startVerbose } from '../../http/serve.ts';
import { openBrowser, openPage } from '../site.ts';
import { tellNewcomerStory } from './newcomer-story.ts';
import { openAt, openControlPage } from './open-workbench.ts';
import { story } from './story.ts';

/** An update of a price that the API accepts. */
const change = { pricing_model: 'flat', amount: 49.9 } as const;

test('a newcomer starts the server, creates a product, sees a retry, and undoes everything', async (context) => {
  const browser = await openBrowser(context);
  const { url, token, printed } = await startVerbose();
  const [, address = ''] = /Workbench +(\S+)/.exec(printed.out) ?? [];
  const { page, complaints } = await openPage(browser, address);
  const client = new MasterDataClient({ baseUrl: url, apiToken: token });
  await tellNewcomerStory(page, (id) => client.prices.update(id, change));
  expect(complaints).toEqual([]);
});

story(
  'a newcomer does the same with a mock elsewhere',
  async (place, context) => {
    const { page, client } = await openAt(place, context, '/overview');
    await tellNewcomerStory(page, (id) => client.prices.update(id, change));
  },
  ['sandbox', 'panel'],
);

test('a newcomer does the same with a hosted sandbox', async (context) => {
  const browser = await openBrowser(context);
  const worker = await startWorker();
  onTestFinished(() => worker.stop());
  const sandbox = await createSandbox(worker.url, { name: 'story' });
  const { page, complaints } = await openPage(browser, 'about:blank');
  await openControlPage(page, sandbox, '/overview');
  const { baseUrl, apiToken } = sandbox;
  const client = new MasterDataClient({ baseUrl, apiToken });
  await tellNewcomerStory(page, (id) => client.prices.update(id, change));
  expect(complaints).toEqual([]);
});
