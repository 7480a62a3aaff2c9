import type { Page } from '../../app/page.ts';

export const requestsPage: Page = {
  name: 'requests',
  title: 'Requests',
  icon: 'requests',
  load: async () => (await import('../views.ts')).RequestsView,
  badge: ({ requests }) => requests.list.value.length,
};
