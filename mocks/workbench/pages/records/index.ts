import type { Page } from '../../app/page.ts';
import styles from './records.css';

export const recordsPage: Page = {
  name: 'records',
  title: 'Records',
  icon: 'records',
  load: async () => (await import('./records-view.tsx')).RecordsView,
  styles,
  badge: ({ state }) => Object.values(state.value?.tables ?? {}).reduce((sum, size) => sum + size, 0),
};
