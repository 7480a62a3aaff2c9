import type { Page } from '../../app/page.ts';
import styles from './time.css';

export const timePage: Page = {
  name: 'time',
  title: 'Time',
  icon: 'time',
  load: async () => (await import('../views.ts')).TimeView,
  styles,
};
