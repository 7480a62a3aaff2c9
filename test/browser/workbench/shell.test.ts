import { expect, onTestFinished } from 'vitest';
import { listen } from '../../../mocks/http.ts';
import { createMockServer, demo } from '../../../mocks/index.ts';
import { ownPort } from '../../http/serve.ts';
import { detail } from '../../sample.ts';
import { openBrowser, openPage } from '../site.ts';
import { expectAccessible, expectWidth, openAt, openWorkbench } from './open-workbench.ts';
import { story } from './story.ts';

/** Text that runs code as HTML, hides its direction, or is too long for any column. */
const hostile = `<img src=x onerror="window.hacked = true">\u202e${'W'.repeat(20_000)}`;

detail('shows hostile data as text, and keeps its layout', async (context) => {
  const { page, mock, impatient, url } = await openWorkbench(context, '/records/customers');
  const { id } = mock.create.customer({ name: hostile });
  await impatient.customers.create({ name: hostile, type: 'company' });
  await fetch(`${url}/api/%3Cscript%3E?${encodeURIComponent(hostile)}`.slice(0, 8_000), {
    headers: { authorization: `Bearer ${mock.token}`, 'x-hostile': '<script>window.hacked = true</script>' },
  });
  const places = [
    '/overview',
    '/records/customers',
    `/records/customers/${id}`,
    '/requests',
    '/requests/1',
    '/requests/2',
  ];
  for (const place of places) {
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((hash) => {
        location.hash = hash;
      }, place);
      await page
        .getByText(place.startsWith('/records') ? '<img src=x' : /Live/)
        .first()
        .waitFor({ state: 'attached' });
      await expectWidth(page, width);
    }
  }
  expect(await page.evaluate(() => Reflect.get(window, 'hacked'))).toBeUndefined();
  expect(await page.locator('img').count()).toBe(0);
  // The direction mark is visible, and has no effect.
  await page.setViewportSize({ width: 1280, height: 800 });
  await page.goto(`${page.url().split('#')[0]}#/records/customers`);
  await page.getByText('\\u{202e}').first().waitFor();
});

detail('says that the server is gone, and goes on when it is back', async (context) => {
  const browser = await openBrowser(context);
  const mock = createMockServer({ seed: demo });
  const options = { port: await ownPort(), controlToken: 'control-token-of-this-test' };
  const server = await listen(mock, options);
  const { page } = await openPage(browser, `${server.controlUrl}#token=${options.controlToken}`);
  // A browser does not load a script again that failed to load, so all of this page must be there.
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
  await server.close();
  await page.getByText('The mock server is not reachable.').waitFor();
  mock.create.customer({ name: 'Created meanwhile' });
  const again = await listen(mock, options);
  onTestFinished(() => again.close());
  await page.getByText('Live', { exact: true }).waitFor();
  await page.getByText('The mock server is not reachable.').waitFor({ state: 'detached' });
  await page.getByRole('link', { name: /^Records/ }).click();
  await page.getByRole('row', { name: /Created meanwhile/ }).waitFor();
});

detail(
  'asks for the control token again if the server has a new one, and takes it from a pasted address',
  async (context) => {
    const browser = await openBrowser(context);
    const mock = createMockServer({ seed: demo });
    const port = await ownPort();
    const server = await listen(mock, { controlToken: 'first-control-token', port });
    const { page } = await openPage(browser, `${server.controlUrl}#token=first-control-token`);
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('link', { name: /^Requests/ }).click();
    await page.getByRole('heading', { name: 'Requests' }).waitFor();
    await server.close();
    const again = await listen(mock, { controlToken: 'second-control-token', port });
    onTestFinished(() => again.close());
    await page.getByText('This mock needs its control token').waitFor();
    await page.getByText('set MASTERDATA_CONTROL_TOKEN and start the command again').waitFor();
    // No header can contain this.
    await page.getByLabel('Control token').fill('…');
    await page.getByRole('button', { name: 'Open the workbench' }).click();
    await page.getByText('The last token is not valid.').waitFor();
    await page.evaluate(() => {
      location.hash = '#token=second-control-token';
    });
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Requests' }).waitFor();
    await expect.poll(() => page.url()).toBe(`${again.controlUrl}#/requests`);
    await page.evaluate(() => {
      location.hash = '#token=%E0%A4%A';
    });
    await page.getByText('This mock needs its control token').waitFor();
  },
);

detail('shows the reason why the server rejects the page', async (context) => {
  const { page } = await openPage(await openBrowser(context), 'about:blank');
  const server = await listen(createMockServer({ seed: demo }));
  onTestFinished(() => server.close());
  const reason = 'Host: must be localhost, an IP address or an allowed host, received mock.internal.';
  let isRejected = true;
  // The route stays: without it, requests that are on their way could fail.
  await page.route('**/__mock/events', (route) =>
    isRejected ? route.fulfill({ status: 403, json: { error: reason } }) : route.continue(),
  );
  await page.goto(`${server.controlUrl}#token=${server.controlToken}`);
  await page.getByText(reason).waitFor();
  isRejected = false;
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
});

detail('loads a page that could not be loaded while the server was down', async (context) => {
  const browser = await openBrowser(context);
  const mock = createMockServer({ seed: demo });
  const options = { controlToken: 'control-token', port: await ownPort() };
  const server = await listen(mock, options);
  const { page } = await openPage(browser, `${server.controlUrl}#token=control-token`);
  await page.getByText('Live', { exact: true }).waitFor();
  await server.close();
  await page.getByText('The mock server is not reachable.').waitFor();
  await page.getByRole('link', { name: 'Time' }).click();
  await page.getByText('This page could not be loaded').waitFor();
  const again = await listen(mock, options);
  onTestFinished(() => again.close());
  await page.getByRole('heading', { name: 'Time' }).waitFor();
  await page.getByText('Live', { exact: true }).waitFor();
});

detail('shows something useful at addresses that do not exist', async (context) => {
  const { page } = await openWorkbench(context, '/overview');
  const texts = {
    '/nothing': 'Connect your app',
    '/%E0%A4%A': 'Connect your app',
    '/requests/0': 'no longer in the list',
    '/requests/abc': 'no longer in the list',
    '/records/nothing': 'Search all tables',
    '/records/customers?sort=nothing&column=constructor&value=1': 'Halm',
    '/records/customers/..%2F..%2Freset': 'This record does not exist',
    '/explorer/nothing': 'customers.create',
  };
  for (const [path, text] of Object.entries(texts)) {
    await page.evaluate((hash) => {
      location.hash = hash;
    }, path);
    await page.getByText(text).first().waitFor();
    expect(await page.locator('.toast.error').allInnerTexts(), path).toEqual([]);
  }
});

detail('disconnects while its page is hidden, and catches up when it is visible again', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/customers');
  await page.getByRole('row', { name: /Halm/ }).waitFor();
  const ended = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/events'));
  const setVisibility = (state: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await setVisibility('hidden');
  await ended;
  mock.create.customer({ name: 'Created unseen' });
  mock.faults.add('maintenance');
  await setVisibility('visible');
  await page.getByRole('row', { name: /Created unseen/ }).waitFor();
  await page.locator('.bar').getByText('maintenance').waitFor();
});

detail('takes the control token from the address or asks for it, and forgets it with the tab', async (context) => {
  const browser = await openBrowser(context);
  const server = await listen(createMockServer({ seed: demo }), { controlToken: 'control-token-of-this-test' });
  onTestFinished(() => server.close());
  const { page } = await openPage(browser, `${server.controlUrl}#token=control-token-of-this-test`);
  await page.getByText('Live', { exact: true }).waitFor();
  await expect.poll(() => page.url()).not.toContain('control-token');
  await page.reload();
  await page.getByText('Live', { exact: true }).waitFor();
  const { page: other } = await openPage(browser, server.controlUrl ?? '');
  await other.getByRole('heading', { name: 'This mock needs its control token' }).waitFor();
  await expectAccessible(other);
  await other.getByLabel('Control token').fill('control-token-of-this-test');
  await other.getByRole('button', { name: 'Open the workbench' }).click();
  await other.getByRole('heading', { name: 'Overview' }).waitFor();
});

detail('shows the changes of one browser in another', async (context) => {
  const { page, mock } = await openWorkbench(context, '/records/customers');
  const { page: other } = await openPage(await openBrowser(context), 'about:blank');
  const [address = ''] = page.url().split('#');
  const token = await page.evaluate(() => sessionStorage.getItem(`masterdata-workbench-token ${location.pathname}`));
  await other.goto(`${address}#token=${token}`);
  await other.goto(`${address}#/records/customers`);
  await other.getByRole('row', { name: /Halm/ }).click();
  await other.getByRole('textbox', { name: 'name', exact: true }).fill('Renamed');
  await other.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('row', { name: /Renamed/ }).waitFor();
  mock.reset();
  await page.getByRole('row', { name: /Halm/ }).waitFor();
});

detail('is served with a strict policy, without requests to other hosts', async (context) => {
  const { page, url } = await openWorkbench(context, '/overview');
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).origin));
  const response = await page.reload();
  await page.getByText('Live', { exact: true }).waitFor();
  expect(response?.headers()['content-security-policy']).toMatch(
    /^default-src 'none'; script-src 'self'; style-src 'self'/,
  );
  expect([...hosts]).toEqual([new URL(url).origin]);
  const list = await fetch(`${url}/__mock/`);
  expect(list.headers.get('content-type')).toContain('application/json');
  expect((await fetch(`${url}/__mock/workbench/..%2findex.html`)).status).toBe(404);
});

detail('names all scripts of its first page, and compresses them for browsers that accept it', async (context) => {
  const { page, url } = await openWorkbench(context, '/overview');
  await page.getByText('Live', { exact: true }).waitFor();
  const loaded = await page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  );
  const html = await (await fetch(`${url}/__mock/`, { headers: { accept: 'text/html' } })).text();
  const named = [...html.matchAll(/"\.\/(workbench\/[\w-]+\.js)"/g)].map(([, path = '']) => `${url}/__mock/${path}`);
  expect(loaded.sort()).toEqual(named.sort());
  // Each costs a round trip, if there are more than the six connections of a browser.
  expect(named.length).toBeLessThan(10);
  for (const script of named) {
    const read = async (encodings: string) => {
      const response = await fetch(script, { headers: { 'accept-encoding': encodings } });
      return { encoding: response.headers.get('content-encoding'), text: await response.text() };
    };
    const { text } = await read('identity');
    expect(await read('gzip, deflate, br')).toEqual({ encoding: 'gzip', text });
    for (const encodings of ['identity', 'br', 'gzip;q=0', 'br, gzip; q=0.0', '*']) {
      expect(await read(encodings)).toEqual({ encoding: null, text });
    }
  }
});

detail('lists its shortcuts, and moves between pages and in grids by keyboard', async (context) => {
  const { page } = await openWorkbench(context, '/overview');
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).getByText('Move in a grid').waitFor();
  await page.keyboard.press('Escape');
  await page.keyboard.press('2');
  const grid = page.getByRole('grid', { name: 'Customers' });
  await page.getByRole('row', { name: /Halm/ }).waitFor();
  await grid.focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Bluepine Coworking Inc.' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('heading', { name: 'Bluepine Coworking Inc.' }).waitFor({ state: 'detached' });
});

detail('hears a shortcut of a page as soon as the page is visible', async (context) => {
  const { page } = await openWorkbench(context, '/overview');
  await page.evaluate(() => {
    const observer = new MutationObserver(() => {
      if (!document.querySelector('input[type=search]')) return;
      observer.disconnect();
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }));
    });
    observer.observe(document.body, { childList: true, subtree: true });
  });
  await page.getByRole('link', { name: /^Requests/ }).click();
  await page.getByLabel('Filter requests').waitFor();
  expect(await page.evaluate(() => document.activeElement?.getAttribute('type'))).toBe('search');
});

story('groups recent errors on the overview, without barriers', async (place, context) => {
  const { page, impatient } = await openAt(place, context, '/overview');
  for (let calls = 0; calls < 2; calls += 1) {
    await impatient.customers.get('00000000-0000-4000-8000-000000000000').catch(() => undefined);
  }
  await page.getByText('2 requests').waitFor();
  await page.getByText('Customer not found').waitFor();
  await expectAccessible(page);
});
