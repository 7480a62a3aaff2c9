import type { Page } from '../../app/page.ts';
import styles from './requests.css';
import { RequestsView } from './requests-view.tsx';

export const requestsPage: Page = {
  name: 'requests',
  title: 'Requests',
  icon: 'requests',
  View: RequestsView,
  styles,
  badge: ({ requests }) => requests.list.value.length,
};
