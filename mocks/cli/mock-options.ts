import type { Delay, Fault } from '../controls/faults/fault-kinds.ts';
import type { FaultPreset } from '../controls/faults/fault-presets.ts';
import type { MockPolicies } from '../controls/policies.ts';
import type { RateLimit } from '../controls/rate-limit.ts';
import type { PersistenceStore } from '../state/persistence.ts';
import type { ColumnOptions } from './column-names.ts';

/** The parsed options of a mock and of its server. */
export interface MockOptions {
  readonly port: number;
  readonly host: string;
  readonly seed: readonly string[];
  readonly columns?: ColumnOptions;
  readonly operations?: string;
  readonly token?: string;
  readonly policies?: Partial<MockPolicies>;
  readonly policy?: Partial<MockPolicies>;
  readonly latency?: Delay;
  readonly fault?: readonly (Fault | FaultPreset)[];
  readonly rateLimit?: RateLimit;
  readonly persist?: string;
  readonly sandboxes?: 'on-request' | 'on-demand';
  readonly maxSandboxes?: number;
  readonly sandboxTtl?: number;
  readonly durability: 'normal' | 'full';
  readonly exportOnExit?: string;
  readonly control?: boolean;
  readonly controlToken?: string;
  readonly publicUrl?: string;
  readonly allowedHost?: readonly string[];
  readonly cors?: readonly string[];
}

/** A file that stores the state of the mock. */
export interface LoadedState {
  readonly file: string;
  readonly store: PersistenceStore;
  readonly isRestored: boolean;
}
