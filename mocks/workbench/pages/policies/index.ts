import type { Page } from '../../app/page.ts';
import { changedPolicies } from './changed-policies.ts';

export const policiesPage: Page = {
  name: 'policies',
  title: 'Policies',
  icon: 'policies',
  load: async () => (await import('../views.ts')).PoliciesView,
  badge: ({ policies }) => changedPolicies(policies.value).length,
};
