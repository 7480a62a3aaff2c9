import type { Page } from '../app/page.ts';
import { changedPolicies } from '../state/changed-policies.ts';
import { groupFaults } from '../state/fault-groups.ts';
import type { Session } from '../state/session.ts';
import { countRecords } from '../state/tables.ts';

/** All pages. The first one opens by default. */
export const pages: readonly Page[] = [
  { name: 'overview', title: 'Overview', icon: 'overview' },
  {
    name: 'records',
    title: 'Records',
    icon: 'records',
    badge: ({ state }) => countRecords(state.value?.tables),
  },
  {
    name: 'requests',
    title: 'Requests',
    icon: 'requests',
    badge: ({ requests }) => requests.list.value.length,
  },
  { name: 'explorer', title: 'Explorer', icon: 'explorer' },
  {
    name: 'failures',
    title: 'Failures',
    icon: 'failures',
    badge: ({ faults }) => groupFaults(faults.value).length,
  },
  { name: 'time', title: 'Time', icon: 'time' },
  {
    name: 'policies',
    title: 'Policies',
    icon: 'policies',
    badge: ({ policies }) => changedPolicies(policies.value).length,
  },
  { name: 'tokens', title: 'Tokens', icon: 'tokens' },
  { name: 'snapshots', title: 'Snapshots', icon: 'layers' },
  { name: 'history', title: 'History', icon: 'undo' },
  {
    name: 'sandboxes',
    title: 'Sandboxes',
    icon: 'sandboxes',
    key: 's',
    isAvailable: ({ hasSandboxes }) => hasSandboxes.value,
  },
];

/** Returns the pages that the server of a session has, in the order of the navigation. */
export function availablePages(session: Session): readonly Page[] {
  return pages.filter(({ isAvailable }) => isAvailable?.(session) ?? session.hasMock.value);
}
