import * as z from 'zod/mini';
import { type FaultPreset, parsePreset } from '../controls/fault-presets.ts';
import { type Fault, parseFault } from '../controls/fault-schema.ts';
import { isObject } from '../shared/json.ts';
import { parseOptions } from '../shared/parse-options.ts';

/** The body of `POST /__mock/clock`. It has exactly one of the fields. */
export const clockBody = z.strictObject({
  /** Stops the clock at a time: an ISO 8601 text, or milliseconds since 1970. */
  set: z.optional(z.union([z.string(), z.number()], 'must be an ISO 8601 text or milliseconds since 1970')),
  /** Moves the clock by milliseconds. */
  advance: z.optional(z.number()),
  /** Lets the clock follow the system time again. */
  resume: z.optional(z.literal(true)),
});

const presetBody = z.strictObject({ preset: z.string() });

/**
 * Reads a fault in JSON: its fields, or `{ "preset": "maintenance" }`.
 *
 * @throws A TypeError if it is neither.
 */
export function readFault(json: unknown): Fault | FaultPreset {
  if (!isObject(json) || !('preset' in json)) return parseFault(json);
  return parsePreset(parseOptions(presetBody, json, 'fault').preset);
}
