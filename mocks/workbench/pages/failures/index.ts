import type { Page } from '../../app/page.ts';
import { groupFaults } from '../../store/fault-groups.ts';
import styles from './failures.css';
import { FailuresView } from './failures-view.tsx';

export const failuresPage: Page = {
  name: 'failures',
  title: 'Failures',
  icon: 'failures',
  View: FailuresView,
  styles,
  badge: ({ faults }) => groupFaults(faults.value).length,
};
