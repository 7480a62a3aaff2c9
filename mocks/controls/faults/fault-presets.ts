import * as z from 'zod/mini';
import { listValid } from '../../../src/contract/unknown-name.ts';
import { isObject } from '../../shared/json.ts';
import { parseOptions } from '../../shared/parse-options.ts';
import type { Fault } from './fault-kinds.ts';
import { parseFault } from './fault-schema.ts';

/** Sets of faults with a name. */
export const faultPresets = {
  /** Drops one call in ten, loses the response of one in twenty, and delays all of them a little. */
  'flaky-network': [
    { delay: { min: 20, max: 200 } },
    { probability: 0.1, fault: 'drop-connection' },
    { probability: 0.05, fault: 'drop-response' },
  ],
  /** Responds to every request with 503 and `Retry-After: 30`. */
  maintenance: [{ status: 503, headers: { 'retry-after': '30' }, body: { success: false, error: 'Maintenance' } }],
  /** Delays every call by 400 to 900 ms. */
  'slow-3g': [{ delay: { min: 400, max: 900 } }],
  /** Responds to every request with 429 and `Retry-After: 1`. */
  'rate-limit-storm': [
    { status: 429, headers: { 'retry-after': '1' }, body: { success: false, error: 'Too many requests' } },
  ],
} as const satisfies Record<string, readonly Fault[]>;

/**
 * The name of a set of faults.
 *
 * @useDeclaredType
 */
export type FaultPreset = keyof typeof faultPresets;

/**
 * Validates the name of a preset.
 *
 * @throws A TypeError if there is no such preset.
 */
export function parsePreset(name: string): FaultPreset {
  if (isPreset(name)) return name;
  throw new TypeError(`Unknown fault preset "${name}".${listValid('presets', name, Object.keys(faultPresets))}`);
}

function isPreset(name: string): name is FaultPreset {
  return Object.hasOwn(faultPresets, name);
}

const presetBody = z.strictObject({ preset: z.string() });

/**
 * Reads a fault in JSON: its fields, or `{ "preset": "maintenance" }`.
 *
 * @param own See {@link parseFault}.
 * @throws A TypeError if it is neither.
 */
export function readFault(json: unknown, own?: Parameters<typeof parseFault>[1]): Fault | FaultPreset {
  if (!isObject(json) || !('preset' in json)) return parseFault(json, own);
  return parsePreset(parseOptions(presetBody, json, 'fault').preset);
}
