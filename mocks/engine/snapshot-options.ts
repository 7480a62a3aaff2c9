import type { SnapshotOptions } from '../controls/snapshot.ts';
import type { OptionNames } from '../shared/assert-option-names.ts';

/** Options of `restore()`. */
export interface RestoreOptions {
  /** Whether calls in progress continue, on the restored records. Default: false. */
  readonly keepCalls?: boolean | undefined;
}

/** The names of the options of `snapshot()`. */
export const snapshotOptionNames: OptionNames<SnapshotOptions> = { tokens: true, settings: true };

/** The names of the options of `restore()`. */
export const restoreOptionNames: OptionNames<RestoreOptions> = { keepCalls: true };
