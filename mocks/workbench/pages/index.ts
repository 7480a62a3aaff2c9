import type { Page } from '../app/page.ts';
import { failuresPage } from './failures/index.ts';
import { overviewPage } from './overview/index.ts';
import { recordsPage } from './records/index.ts';
import { requestsPage } from './requests/index.ts';

/** All pages, in the order of the navigation. The first one opens by default. */
export const pages: readonly Page[] = [overviewPage, recordsPage, requestsPage, failuresPage];
