import type { Page } from '../../app/page.ts';

export const historyPage: Page = {
  name: 'history',
  title: 'History',
  icon: 'undo',
  load: async () => (await import('../views.ts')).HistoryView,
};
