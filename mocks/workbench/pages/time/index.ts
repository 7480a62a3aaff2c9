import type { Page } from '../../app/page.ts';

export const timePage: Page = {
  name: 'time',
  title: 'Time',
  icon: 'time',
  load: async () => (await import('../views.ts')).TimeView,
};
