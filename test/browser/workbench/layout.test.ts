import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { detail } from '../../sample.ts';
import { openBrowser, openPage, serveSite } from '../site.ts';
import { expectAccessible, openWorkbench } from './open-workbench.ts';
import { goTo, openAllViews } from './views.ts';

/** Returns what is wider than the page or covered by it, and which controls are too small for a finger. */
function flawsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const flaws: string[] = [];
    for (const element of document.querySelectorAll('.workbench *')) {
      // These scroll.
      if (element.closest('.grid, .nav, .tablist, .hidden')) continue;
      const { width, height, right } = element.getBoundingClientRect();
      if (width === 0 || height === 0) continue;
      if (element.matches('.page-head') && element.scrollHeight > height + 1)
        flaws.push('covered: the head of the page');
      const text = `${element.outerHTML.slice(0, 80)} ${Math.round(width)} x ${Math.round(height)}`;
      if (right > innerWidth + 1) flaws.push(`too wide: ${text}`);
      // Links in a sentence are as high as their line.
      const isControl = element.matches('a, button, input, select') && getComputedStyle(element).display !== 'inline';
      if (isControl && Math.min(width, height) < 23.5) flaws.push(`too small: ${text}`);
    }
    return flaws;
  });
}

detail('fits on phones with long texts, and its controls are large enough for fingers', async (context) => {
  const { page, views } = await openAllViews(context);
  for (const [place, text] of Object.entries(views)) {
    await goTo(page, place);
    await page.getByText(text).first().waitFor();
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => flawsOf(page), { message: `${place}, ${width} px` }).toEqual([]);
    }
  }
});

detail('shows the current page in the navigation of a phone when the counts arrive', async (context) => {
  const { page, mock } = await openWorkbench(context, '/overview');
  mock.faults.add('slow-3g');
  await page.setViewportSize({ width: 390, height: 800 });
  await goTo(page, '/snapshots');
  await page.reload();
  await page.getByText('Live', { exact: true }).waitFor();
  const current = page.getByRole('link', { name: 'Snapshots' });
  await expect.poll(() => current.evaluate((link) => link.getBoundingClientRect().right <= innerWidth)).toBe(true);
});

detail('shows the details at the top of a phone', async (context) => {
  const { page, mock } = await openWorkbench(context, '/overview');
  const [customer] = mock.db.customers.list();
  await page.setViewportSize({ width: 390, height: 800 });
  await goTo(page, `/records/customers/${customer?.id}`);
  const top = (await page.locator('.detail').boundingBox())?.y ?? 0;
  const { y = 0, height = 0 } = (await page.locator('.nav').boundingBox()) ?? {};
  expect(top).toBe(y + height);
});

detail('has targets for fingers, and fields into which a phone does not zoom', async (context) => {
  const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
  const { page, mock, client } = await openWorkbench(context, '/overview', {}, phone);
  await client.customers.list();
  mock.faults.add('slow-3g');
  for (const place of ['/overview', '/records/products', '/requests', '/explorer/products.create', '/failures']) {
    await goTo(page, place);
    await page.locator('.main :is(.button, .grid-row, .input)').filter({ visible: true }).first().waitFor();
    const small = await page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLElement>('.button, .input, .switch, .nav a, .grid-row'))
        .filter((each) => each.checkVisibility())
        .filter((each) => {
          // The chips of active faults have a border around their button.
          const least = each.closest('.chip') ? 40 : 44;
          const isZoomed = each.matches('.input') && Number.parseFloat(getComputedStyle(each).fontSize) < 16;
          return each.getBoundingClientRect().height < least || isZoomed;
        })
        .map((each) => each.outerHTML.slice(0, 120)),
    );
    expect(small, place).toEqual([]);
  }
});

detail('messages cover nothing, and the last ones can be read again', async (context) => {
  const { page, mock } = await openWorkbench(context, '/overview');
  const [customer] = mock.db.customers.list();
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await goTo(page, `/records/customers/${customer?.id}`);
    const save = page.getByRole('button', { name: 'Save', exact: true });
    const before = await save.boundingBox();
    await page.getByRole('textbox', { name: 'name', exact: true }).fill(`Name at ${width} px`);
    await save.click();
    const message = page.getByRole('status').getByText('Saved');
    await message.waitFor();
    expect(await save.boundingBox()).toEqual(before);
    const shown = await message.boundingBox();
    expect(shown?.y).toBeGreaterThanOrEqual((before?.y ?? 0) + (before?.height ?? 0));
    await page.getByRole('button', { name: 'Dismiss' }).click();
  }
  await page.getByRole('button', { name: 'Messages' }).click();
  await expect.poll(() => page.getByRole('dialog', { name: 'Messages' }).getByText('Saved').count()).toBe(2);
  await expectAccessible(page);
});

detail('scrolls a comparison that is higher than the page', async (context) => {
  const { page, client } = await openWorkbench(context, '/requests');
  await client.customers.list();
  await client.customers.list();
  await goTo(page, '/requests/2?with=1');
  const last = page.getByText('Lines that start with');
  await last.waitFor();
  await page.getByRole('heading', { name: 'Response' }).hover();
  await page.mouse.wheel(0, 100_000);
  await expect.poll(() => last.evaluate((element) => element.getBoundingClientRect().bottom <= innerHeight)).toBe(true);
});

detail('looks the same in a page with styles for all elements', async (context) => {
  const { url } = await serveSite('panel');
  const { page } = await openPage(await openBrowser(context), url);
  await page.waitForFunction(() => 'workbench' in window);
  await page.evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('* { font-size: 30px; letter-spacing: 9px; text-transform: uppercase; direction: rtl }');
    document.adoptedStyleSheets = [sheet];
    window.workbench.open();
  });
  const panel = page.getByRole('region', { name: 'Mock workbench' });
  const styles = await panel.getByRole('heading', { name: 'Overview' }).evaluate((element) => {
    const { fontSize, letterSpacing, textTransform, direction } = getComputedStyle(element);
    return { fontSize, letterSpacing, textTransform, direction };
  });
  expect(styles).toEqual({ fontSize: '15px', letterSpacing: 'normal', textTransform: 'none', direction: 'ltr' });
});
