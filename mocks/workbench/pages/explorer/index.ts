import type { Page } from '../../app/page.ts';

export const explorerPage: Page = {
  name: 'explorer',
  title: 'Explorer',
  icon: 'explorer',
  load: async () => (await import('../views.ts')).ExplorerView,
};
