import { expect, test } from 'vitest';
import { pages } from '../../../mocks/workbench/pages/index.ts';
import { choose } from '../../sample.ts';
import { expectAccessible, openWorkbench } from './open-workbench.ts';
import { goTo, openAllViews } from './views.ts';

test('no view has barriers, and every page has one', async (context) => {
  const { page, views } = await openAllViews(context);
  const shown = new Set(Object.keys(views).map((place) => place.split('/')[1]));
  expect(shown).toEqual(new Set(pages.map(({ name }) => name)));
  for (const [place, text] of choose(Object.entries(views), 'a view with data')) {
    await goTo(page, place);
    await page.getByText(text).first().waitFor();
    await expectAccessible(page);
  }
});

test('no page of an empty mock has barriers', async (context) => {
  const { page } = await openWorkbench(context, '/overview', { seed: {} });
  const ofMock = pages.filter(({ isAvailable }) => isAvailable === undefined);
  for (const { name, title } of choose(ofMock, 'an empty page')) {
    await goTo(page, `/${name}`);
    await page.locator('.nav [aria-current]', { hasText: title }).waitFor();
    await expectAccessible(page);
  }
});
