import type { Page } from '../../app/page.ts';
import styles from './explorer.css';

export const explorerPage: Page = {
  name: 'explorer',
  title: 'Explorer',
  icon: 'explorer',
  load: async () => (await import('../views.ts')).ExplorerView,
  styles,
};
