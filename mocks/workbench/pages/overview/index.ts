import type { Page } from '../../app/page.ts';
import styles from './overview.css';

export const overviewPage: Page = {
  name: 'overview',
  title: 'Overview',
  icon: 'overview',
  load: async () => (await import('./overview-view.tsx')).OverviewView,
  styles,
};
