import type { SnapshotOptions } from '../controls/snapshot.ts';
import type { OptionNames } from '../shared/assert-option-names.ts';
import type { RestoreOptions } from './create-mock-server.ts';

/** The names of the options of `snapshot()`. */
export const snapshotOptionNames: OptionNames<SnapshotOptions> = { tokens: true, settings: true };

/** The names of the options of `restore()`. */
export const restoreOptionNames: OptionNames<RestoreOptions> = { keepCalls: true };
