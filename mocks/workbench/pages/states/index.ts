import type { Page } from '../../app/page.ts';
import styles from './states.css';

export const statesPage: Page = {
  name: 'states',
  title: 'States',
  icon: 'states',
  load: async () => (await import('../views.ts')).StatesView,
  styles,
};
