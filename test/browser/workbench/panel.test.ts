import type { Page } from 'playwright-core';
import { expect, type TestContext } from 'vitest';
import { detail } from '../../sample.ts';
import { openBrowser, openPage, serveSite } from '../site.ts';

const strictPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:";

/** Opens the app with the panel under a strict policy. */
async function openApp(context: TestContext): Promise<{ page: Page; complaints: string[] }> {
  const browser = await openBrowser(context);
  await browser.route('**/', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), 'content-security-policy': strictPolicy } });
  });
  const { url } = await serveSite('panel');
  const opened = await openPage(browser, url);
  await opened.page.waitForFunction(() => 'workbench' in window);
  return opened;
}

detail('opens by a button and by keys, resizes, and remembers its state', async (context) => {
  const { page, complaints } = await openApp(context);
  await page.getByRole('button', { name: 'Open the mock workbench (Alt+Shift+M)' }).click();
  const panel = page.getByRole('region', { name: 'Mock workbench' });
  const edge = panel.getByRole('separator');
  await edge.focus();
  await page.keyboard.press('ArrowUp');
  expect(await edge.getAttribute('aria-valuenow')).toBe('52');
  await panel.getByRole('button', { name: 'Move to another edge' }).click();
  await panel.getByRole('link', { name: /^Requests/ }).click();
  await panel.getByRole('heading', { name: 'Requests' }).waitFor();
  await page.reload();
  await panel.getByRole('heading', { name: 'Requests' }).waitFor();
  expect(await edge.getAttribute('aria-orientation')).toBe('vertical');
  await page.keyboard.press('Alt+Shift+KeyM');
  await panel.waitFor({ state: 'detached' });
  await page.keyboard.press('Alt+Shift+KeyM');
  await panel.waitFor();
  await page.evaluate(() => window.workbench.unmount());
  expect(await page.locator('masterdata-workbench').count()).toBe(0);
  expect(complaints).toEqual([]);
});

detail('makes room in the page, if the user wants it, and remembers it', async (context) => {
  const { page, complaints } = await openApp(context);
  const room = () =>
    page.evaluate(() => [document.documentElement.style.paddingBottom, document.documentElement.style.paddingRight]);
  await page.evaluate(() => window.workbench.open());
  const panel = page.getByRole('region', { name: 'Mock workbench' });
  expect(await room()).toEqual(['', '']);
  await panel.getByRole('button', { name: 'Make room in the page' }).click();
  await expect.poll(room).toEqual(['max(50vh, 240px)', '']);
  const { height = 0 } = (await panel.boundingBox()) ?? {};
  const free = await page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).paddingBottom));
  expect(free).toBe(height);
  await page.reload();
  await panel.waitFor();
  await expect.poll(room).toEqual(['max(50vh, 240px)', '']);
  await panel.getByRole('button', { name: 'Move to another edge' }).click();
  await expect.poll(room).toEqual(['', 'max(50vw, 340px)']);
  await panel.getByRole('button', { name: 'Close the workbench' }).click();
  await expect.poll(room).toEqual(['', '']);
  expect(complaints).toEqual([]);
});

detail('counts recent errors on the button', async (context) => {
  const { page, complaints } = await openApp(context);
  await page.getByRole('button', { name: 'Open the mock workbench (Alt+Shift+M)', exact: true }).waitFor();
  await page.evaluate(() => window.panelMock.fetch(`${window.panelMock.baseUrl}/api/customers`));
  await page.getByRole('button', { name: 'Open the mock workbench (Alt+Shift+M), 1 recent error' }).click();
  await page.getByRole('region', { name: 'Recent errors' }).getByText('customers.list').waitFor();
  expect(complaints).toEqual([]);
});

detail('has the theme of the page, unless the user chooses another one', async (context) => {
  const { page } = await openApp(context);
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(() => window.workbench.open());
  const panel = page.getByRole('region', { name: 'Mock workbench' });
  const background = () => panel.locator('.workbench').evaluate((element) => getComputedStyle(element).backgroundColor);
  const light = await background();
  await page.evaluate(() => window.workbench.setTheme('dark'));
  await expect.poll(background).not.toBe(light);
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => window.workbench.setTheme('light'));
  await expect.poll(background).toBe(light);
  await panel.getByRole('button', { name: 'Theme: system' }).click();
  await panel.getByRole('button', { name: 'Theme: light' }).click();
  await panel.getByRole('button', { name: 'Theme: dark' }).waitFor();
  await expect.poll(background).not.toBe(light);
});

detail('shows the mock of the page, and changes it', async (context) => {
  const { page, complaints } = await openApp(context);
  await page.evaluate(() => window.workbench.open());
  const panel = page.getByRole('region', { name: 'Mock workbench' });
  await page.evaluate(() => window.panelClient.customers.create({ name: 'Acme', type: 'company' }));
  await panel.getByRole('link', { name: /^Requests/ }).click();
  await panel.getByRole('row', { name: /201 POST customers\.create/ }).waitFor();
  await panel.getByRole('link', { name: /^Records/ }).click();
  await panel.getByRole('row', { name: /Acme/ }).click();
  await panel.getByRole('textbox', { name: 'name', exact: true }).fill('Beta');
  await panel.getByRole('button', { name: 'Save' }).click();
  await panel.getByRole('row', { name: /Beta/ }).waitFor();
  expect(await page.evaluate(() => window.panelMock.db.customers.list().at(-1)?.name)).toBe('Beta');
  expect(complaints).toEqual([]);
});

detail('does not receive key events of the page, or pass its own on', async (context) => {
  const { page } = await openApp(context);
  await page.evaluate(() => window.workbench.open());
  const panel = page.getByRole('region', { name: 'Mock workbench' });
  await panel.getByRole('link', { name: /^Requests/ }).click();
  await panel.getByRole('heading', { name: 'Requests' }).waitFor();
  await page.keyboard.press('/');
  await page.keyboard.type('abc');
  expect(await panel.getByLabel('Filter requests').inputValue()).toBe('abc');
  expect(await page.evaluate(() => window.keys)).toEqual([]);
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press('?');
  expect(await page.evaluate(() => window.keys.at(-1))).toBe('?');
  expect(await panel.getByRole('dialog').count()).toBe(0);
});

detail('moves to a window of its own and back', async (context) => {
  const { page } = await openApp(context);
  await page.evaluate(() => window.workbench.open());
  const panel = page.getByRole('region', { name: 'Mock workbench' });
  const [popup] = await Promise.all([
    page.waitForEvent('popup'),
    panel.getByRole('button', { name: 'Open in a window of its own' }).click(),
  ]);
  await popup.getByRole('link', { name: /^Records/ }).click();
  await popup.getByRole('row', { name: /Halm/ }).waitFor();
  expect(await panel.count()).toBe(0);
  await popup.close();
  await panel.getByRole('row', { name: /Halm/ }).waitFor();
});

detail('two mocks of a page have workbenches of their own', async (context) => {
  const { page, complaints } = await openApp(context);
  const mountSecond = () =>
    page.evaluate(() => {
      window.mountWorkbench(window.createMockServer({ baseUrl: 'https://second.example.com' }));
    });
  await mountSecond();
  const buttons = page.getByRole('button', { name: /^Open the mock workbench/ });
  const [first, second] = [page.locator('masterdata-workbench').nth(0), page.locator('masterdata-workbench').nth(1)];
  const [firstBox, secondBox] = [await buttons.nth(0).boundingBox(), await buttons.nth(1).boundingBox()];
  expect((secondBox?.x ?? 0) + (secondBox?.width ?? 0)).toBeLessThan(firstBox?.x ?? 0);
  await page.keyboard.press('Alt+Shift+KeyM');
  await first.getByRole('link', { name: /^Records/ }).waitFor();
  expect(await second.getByRole('button', { name: /^Open the mock workbench/ }).count()).toBe(1);
  await first.getByRole('link', { name: /^Records/ }).click();
  await page.keyboard.press('Alt+Shift+KeyM');
  await buttons.nth(1).click();
  await second.getByText('https://second.example.com').first().waitFor();
  await second.getByRole('link', { name: /^Policies/ }).click();
  await second.getByRole('heading', { name: 'Policies' }).waitFor();

  await page.reload();
  await page.waitForFunction(() => 'workbench' in window);
  await mountSecond();
  await second.getByRole('heading', { name: 'Policies' }).waitFor();
  expect(await buttons.count()).toBe(1);
  expect(complaints).toEqual([]);
});

detail('rejects options that are not valid, and mounts before there is a body', async (context) => {
  const { page } = await openApp(context);
  const messages = await page.evaluate(() => {
    const messageOf = (options: object) => {
      try {
        window.mountWorkbench(window.panelMock, options);
      } catch (error) {
        return String(error);
      }
      return undefined;
    };
    return [{ opened: true }, { parent: null }, { parent: '#app' }, { theme: 'blue' }, { toggleKey: 'x' }].map(
      messageOf,
    );
  });
  expect(messages).toEqual([
    'TypeError: mountWorkbench: unknown option "opened". Did you mean "open"? Valid options: parent, toggleKey, button, open, theme.',
    'TypeError: parent: must be an element, received null',
    'TypeError: parent: must be an element, received #app',
    'TypeError: theme: must be one of system, light, dark, received blue',
    expect.stringContaining('TypeError: toggleKey: must be a key with modifiers'),
  ]);
  await page.evaluate(() => {
    window.workbench.unmount();
    document.body.remove();
    window.mountWorkbench(window.panelMock).open();
  });
  await page
    .getByRole('region', { name: 'Mock workbench' })
    .getByRole('link', { name: /^Records/ })
    .waitFor();
});
