/** The JSON that the control API takes; the command line takes faults in the same form. */
import * as z from 'zod/mini';
import { type FaultPreset, parsePreset } from '../controls/fault-presets.ts';
import { type Fault, parseFault } from '../controls/fault-schema.ts';
import { isObject } from '../shared/is-object.ts';
import { parseOptions } from '../shared/parse-options.ts';

/** The body of `POST /__mock/clock`, of which one field is to be given. */
export const clockBody = z.strictObject({
  /** Stops the clock: an ISO 8601 text, or milliseconds since 1970. */
  set: z.exactOptional(
    z.custom<string | number>(
      (value) => typeof value === 'string' || typeof value === 'number',
      'must be a date: an ISO 8601 text, or milliseconds since 1970',
    ),
  ),
  /** Moves it on, by milliseconds. */
  advance: z.exactOptional(z.number()),
  /** Lets it resume again. */
  run: z.exactOptional(z.literal(true)),
});

const presetBody = z.strictObject({ preset: z.string() });

/**
 * Reads a fault in JSON: an object or `{ "preset": "maintenance" }`.
 *
 * @throws A TypeError if it is neither.
 */
export function readFault(json: unknown): Fault | FaultPreset {
  if (!isObject(json) || !('preset' in json)) return parseFault(json);
  return parsePreset(parseOptions(presetBody, json, 'fault').preset);
}
