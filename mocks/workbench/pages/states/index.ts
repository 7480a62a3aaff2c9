import type { Page } from '../../app/page.ts';

export const statesPage: Page = {
  name: 'states',
  title: 'States',
  icon: 'states',
  load: async () => (await import('../views.ts')).StatesView,
};
