import type { StatefulClock } from '../controls/clock.ts';
import type { Faults } from '../controls/faults/faults.ts';
import { type MockPolicies, resolvePolicies } from '../controls/policies.ts';
import type { RateLimiter } from '../controls/rate-limit.ts';
import type { SnapshotSettings } from '../controls/snapshot.ts';
import { isObject } from '../shared/json.ts';
import { column } from '../store/fields.ts';
import type { EngineOptions } from './options.ts';
import { assertVersion, stateVersion } from './stored-state.ts';

/** A part of the state of a mock, in addition to rows and tokens. */
interface Setting {
  save(): unknown;
  /** @throws A TypeError if this version cannot use the value. Nothing changes then. */
  load(saved: unknown): void;
}

/**
 * The settings that do not belong to the records, in the order in which they are loaded: the windows of rate limits
 * belong to a policy.
 */
export const controlSettingNames = ['policies', 'faults', 'clock', 'rateLimits'] as const;

/** All settings, in the order in which they are loaded. */
export const settingNames = ['version', 'mock', 'ids', 'idStream', 'sequences', ...controlSettingNames] as const;

export type SettingName = (typeof settingNames)[number];

export type Settings = Readonly<Record<SettingName, Setting>>;

/** The settings that belong to the records. A snapshot has them too. */
export type RecordSettings = Pick<Settings, 'mock' | 'ids' | 'idStream' | 'sequences'>;

export function isSettingName(name: string): name is SettingName {
  return settingNames.some((known) => known === name);
}

/** The parts of a mock that have these settings. */
interface Controls {
  readonly policies: MockPolicies;
  readonly faults: Faults;
  readonly clock: StatefulClock;
  readonly rateLimiter: RateLimiter;
}

type ControlSettings = Readonly<Record<(typeof controlSettingNames)[number], Setting>>;

/** Returns the settings that do not belong to the records, whatever options the mock was created with. */
export function createControlSettings({ policies, faults, clock, rateLimiter }: Controls): ControlSettings {
  return {
    policies: {
      save: () => ({ ...policies }),
      load(saved) {
        if (!isObject(saved)) throw new TypeError('snapshot.settings.policies: must be an object');
        const loaded = resolvePolicies(saved);
        // Another object, even with the same values, would start new windows.
        const isSameLimit = JSON.stringify(loaded.rateLimit) === JSON.stringify(policies.rateLimit);
        Object.assign(policies, loaded, isSameLimit && { rateLimit: policies.rateLimit });
      },
    },
    faults,
    clock,
    rateLimits: {
      save: () => rateLimiter.save(),
      load: (saved) => rateLimiter.load(saved, policies.rateLimit),
    },
  };
}

/**
 * Returns the settings of a stored mock. If a mock is created with another option than the stored mock, its option
 * applies.
 */
export function createStoredSettings(
  { policies, faults, clock, rateLimits }: ControlSettings,
  options: EngineOptions,
  records: RecordSettings,
): Settings {
  return {
    version: { save: () => stateVersion, load: assertVersion },
    ...records,
    policies: {
      save: () => ({ option: options.policies, value: policies.save() }),
      load(saved) {
        const { option, value } = Object(saved);
        // Each policy by itself: a later version has other policies.
        const unchanged = Object.entries(Object(value)).filter(([name]) => {
          const [before, now] = [Object(option), options.policies].map((each) => JSON.stringify(column(each, name)));
          return now !== undefined && before === now;
        });
        policies.load({ ...options.policies, ...Object.fromEntries(unchanged) });
      },
    },
    faults: unlessOptionDiffers(options.faults, faults),
    clock: unlessOptionDiffers(typeof options.clock === 'function' ? 'function' : options.clock, clock),
    rateLimits,
  };
}

/** Returns the values of the settings that a snapshot can contain. */
export function saveControls({ policies, faults, clock, rateLimits }: ControlSettings): SnapshotSettings {
  return { policies: policies.save(), faults: faults.save(), clock: clock.save(), rateLimits: rateLimits.save() };
}

/** @throws A TypeError if this version cannot use a setting of a snapshot. Nothing changes then. */
export function loadControls(settings: ControlSettings, saved: SnapshotSettings): void {
  const former = saveControls(settings);
  const loadAll = (values: SnapshotSettings) => {
    for (const name of controlSettingNames) settings[name].load(values[name]);
  };
  try {
    loadAll(saved);
  } catch (error) {
    loadAll(former);
    throw error;
  }
}

/** Saves an option with its setting. If the mock was created with another option, that option applies. */
function unlessOptionDiffers(option: unknown, setting: Setting): Setting {
  const current = JSON.stringify(option);
  return {
    save: () => ({ option, value: setting.save() }),
    load(saved) {
      if (!isObject(saved)) throw new TypeError('must be an object');
      if (JSON.stringify(saved['option']) === current) setting.load(saved['value']);
    },
  };
}
