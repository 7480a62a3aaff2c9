import type { Page } from '../../app/page.ts';
import { changedPolicies } from './changed-policies.ts';
import styles from './policies.css';

export const policiesPage: Page = {
  name: 'policies',
  title: 'Policies',
  icon: 'policies',
  load: async () => (await import('../views.ts')).PoliciesView,
  styles,
  badge: ({ policies }) => changedPolicies(policies.value).length,
};
