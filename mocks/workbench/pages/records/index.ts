import type { Page } from '../../app/page.ts';
import styles from './records.css';
import { RecordsView } from './records-view.tsx';

export const recordsPage: Page = {
  name: 'records',
  title: 'Records',
  icon: 'records',
  View: RecordsView,
  styles,
  badge: ({ state }) => Object.values(state.value?.tables ?? {}).reduce((sum, size) => sum + size, 0),
};
