import type { Page } from '../../app/page.ts';
import styles from './sandboxes.css';

export const sandboxesPage: Page = {
  name: 'sandboxes',
  title: 'Sandboxes',
  icon: 'sandboxes',
  load: async () => (await import('../views.ts')).SandboxesView,
  styles,
  isAvailable: ({ hasSandboxes }) => hasSandboxes.value,
};
