import type { Page } from '../../app/page.ts';
import { OverviewView } from './overview-view.tsx';

export const overviewPage: Page = {
  name: 'overview',
  title: 'Overview',
  icon: 'overview',
  // Most users see it first.
  load: async () => OverviewView,
};
