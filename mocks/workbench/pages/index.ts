import type { Page } from '../app/page.ts';
import { groupFaults } from '../state/fault-groups.ts';
import { changedPolicies } from '../state/policies.ts';
import type { Session } from '../state/session.ts';
import { countRecords } from '../state/tables.ts';
import { OverviewView } from './overview/overview-view.tsx';

/** Loads the views of all pages but the first. */
const views = () => import('./views.ts');

/** All pages. The first one opens by default, so its view is always loaded. */
export const pages: readonly Page[] = [
  { name: 'overview', title: 'Overview', icon: 'overview', load: async () => OverviewView },
  {
    name: 'records',
    title: 'Records',
    icon: 'records',
    load: async () => (await views()).RecordsView,
    badge: ({ state }) => countRecords(state.value?.tables),
  },
  {
    name: 'requests',
    title: 'Requests',
    icon: 'requests',
    load: async () => (await views()).RequestsView,
    badge: ({ requests }) => requests.list.value.length,
  },
  { name: 'explorer', title: 'Explorer', icon: 'explorer', load: async () => (await views()).ExplorerView },
  {
    name: 'failures',
    title: 'Failures',
    icon: 'failures',
    load: async () => (await views()).FailuresView,
    badge: ({ faults }) => groupFaults(faults.value).length,
  },
  { name: 'time', title: 'Time', icon: 'time', load: async () => (await views()).TimeView },
  {
    name: 'policies',
    title: 'Policies',
    icon: 'policies',
    load: async () => (await views()).PoliciesView,
    badge: ({ policies }) => changedPolicies(policies.value).length,
  },
  { name: 'tokens', title: 'Tokens', icon: 'tokens', load: async () => (await views()).TokensView },
  { name: 'states', title: 'States', icon: 'states', load: async () => (await views()).StatesView },
  { name: 'history', title: 'History', icon: 'undo', load: async () => (await views()).HistoryView },
  {
    name: 'sandboxes',
    title: 'Sandboxes',
    icon: 'sandboxes',
    key: 's',
    load: async () => (await views()).SandboxesView,
    isAvailable: ({ hasSandboxes }) => hasSandboxes.value,
  },
];

/** Returns the pages that the server of a session has, in the order of the navigation. */
export function availablePages(session: Session): readonly Page[] {
  return pages.filter(({ isAvailable }) => isAvailable?.(session) ?? session.hasMock.value);
}
