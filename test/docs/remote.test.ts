import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../mocks/http.ts';
import { createMockServer, demo } from '../../mocks/index.ts';
import { blocksOf } from './pages.ts';

/** Replaces ids, times and numbers, which differ from run to run, by their types. */
function withoutValues(entry: Record<string, unknown>): Record<string, unknown> {
  const values = ['id', 'time', 'duration', 'nextChange', 'workspace', 'user'].map((name) => [
    name,
    typeof entry[name],
  ]);
  return { ...entry, ...Object.fromEntries(values) };
}

test('the entry of the journal on the page is one of the control API', async () => {
  const shown = blocksOf('docs/remote.md').find(({ language }) => language === 'json');
  const { headers, ...expected } = JSON.parse(shown?.code ?? '');
  const server = await listen(createMockServer({ seed: demo, token: 'secret' }));
  onTestFinished(() => server.close());
  await fetch(`${server.url}/api/customers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer secret' },
    body: expected.rawBody,
  });

  const { headers: sent, ...entry } = await (await fetch(`${server.controlUrl}journal/last`)).json();
  expect(withoutValues(entry)).toEqual(withoutValues(expected));
  expect(Object.keys(sent)).toEqual(expect.arrayContaining(Object.keys(headers)));
});
