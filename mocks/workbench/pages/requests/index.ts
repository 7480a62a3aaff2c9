import type { Page } from '../../app/page.ts';
import styles from './requests.css';

export const requestsPage: Page = {
  name: 'requests',
  title: 'Requests',
  icon: 'requests',
  load: async () => (await import('../views.ts')).RequestsView,
  styles,
  badge: ({ requests }) => requests.list.value.length,
};
