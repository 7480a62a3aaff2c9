import type { IconName } from '../components/icons.tsx';
import type { Session } from '../state/session.ts';

/** The views of all pages but the first, whose view is always loaded. */
export type Views = typeof import('../pages/views.ts').views;

/** A page of the workbench. Each page is a folder of `pages/`. */
export interface Page {
  /** The first segment of its path. */
  readonly name: 'overview' | keyof Views;
  readonly title: string;
  readonly icon: IconName;
  /** The key that opens it. Default: the next digit. There are ten digits, so the pages of a mock use them up. */
  readonly key?: string | undefined;
  /** Whether the server has what the page shows. Default: whether it has a mock. */
  readonly isAvailable?: ((session: Session) => boolean) | undefined;
  /** A number for the navigation. It is hidden if it is 0. */
  readonly badge?: ((session: Session) => number) | undefined;
}
