import type { ComponentType } from 'preact';
import type { IconName } from '../components/icons.tsx';
import type { Session } from '../state/session.ts';

/** A page of the workbench. Each page is a folder of `pages/`. */
export interface Page {
  /** The first segment of its path. */
  readonly name: string;
  readonly title: string;
  readonly icon: IconName;
  /** The key that opens it. Default: the next digit. There are ten digits, so the pages of a mock use them up. */
  readonly key?: string | undefined;
  /** Loads the page when it is opened for the first time. */
  readonly load: () => Promise<ComponentType>;
  /** Whether the server has what the page shows. Default: whether it has a mock. */
  readonly isAvailable?: ((session: Session) => boolean) | undefined;
  /** A number for the navigation. It is hidden if it is 0. */
  readonly badge?: ((session: Session) => number) | undefined;
}
