import type { Page } from '../../app/page.ts';
import { countRecords } from '../../state/count-records.ts';

export const recordsPage: Page = {
  name: 'records',
  title: 'Records',
  icon: 'records',
  load: async () => (await import('../views.ts')).RecordsView,
  badge: ({ state }) => countRecords(state.value?.tables),
};
