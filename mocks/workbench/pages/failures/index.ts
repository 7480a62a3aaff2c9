import type { Page } from '../../app/page.ts';
import { groupFaults } from '../../state/fault-groups.ts';

export const failuresPage: Page = {
  name: 'failures',
  title: 'Failures',
  icon: 'failures',
  load: async () => (await import('../views.ts')).FailuresView,
  badge: ({ faults }) => groupFaults(faults.value).length,
};
