import type { Page } from '../app/page.ts';
import type { Session } from '../state/session.ts';
import { explorerPage } from './explorer/index.ts';
import { failuresPage } from './failures/index.ts';
import { historyPage } from './history/index.ts';
import { overviewPage } from './overview/index.ts';
import { policiesPage } from './policies/index.ts';
import { recordsPage } from './records/index.ts';
import { requestsPage } from './requests/index.ts';
import { sandboxesPage } from './sandboxes/index.ts';
import { statesPage } from './states/index.ts';
import { timePage } from './time/index.ts';
import { tokensPage } from './tokens/index.ts';

/** All pages. The first one opens by default. */
export const pages: readonly Page[] = [
  overviewPage,
  recordsPage,
  requestsPage,
  explorerPage,
  failuresPage,
  timePage,
  policiesPage,
  tokensPage,
  statesPage,
  historyPage,
  sandboxesPage,
];

/** Returns the pages that the server of a session has, in the order of the navigation. */
export function availablePages(session: Session): readonly Page[] {
  return pages.filter(({ isAvailable }) => isAvailable?.(session) ?? session.hasMock.value);
}
