/** The JSON that the control API takes; the command line takes faults in the same form. */
import * as z from 'zod/mini';
import { validate } from '../../src/contract/validate.ts';
import { type Delay, type Fault, type FaultPreset, faultPresets, type OperationPattern } from '../controls/faults.ts';
import { isPermission, type Permission, permissionHelp } from '../controls/permissions.ts';

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

const permission = z.custom<Permission>(isPermission, `must be ${permissionHelp}`);

/** The body of `POST /__mock/tokens`. */
export const tokenBody = z.strictObject({
  token: z.exactOptional(z.string()),
  workspace: z.exactOptional(z.string()),
  permissions: z.exactOptional(z.array(permission)),
  user: z.exactOptional(z.string()),
});

/** The body of `PATCH /__mock/policies`. What a policy can be is known where they are kept. */
export const policiesBody = z.looseObject({
  rateLimit: z.exactOptional(
    z.union([
      z.literal('off'),
      z.strictObject({
        limit: z.number(),
        window: z.exactOptional(z.number()),
        algorithm: z.exactOptional(z.enum(['fixed-window', 'token-bucket'])),
      }),
    ]),
  ),
});

/** The types of a fault's properties. What they can be together is known where faults are kept. */
const faultBody = z.strictObject({
  on: z.exactOptional(
    z.custom<OperationPattern | readonly OperationPattern[]>(
      (value) => typeof value === 'string' || (Array.isArray(value) && value.every((each) => typeof each === 'string')),
      'must be an operation, or a list of them',
    ),
  ),
  times: z.exactOptional(z.number()),
  after: z.exactOptional(z.number()),
  probability: z.exactOptional(z.number()),
  delay: z.exactOptional(
    z.custom<Delay>(
      (value) => typeof value === 'number' || z.object({ min: z.number(), max: z.number() }).safeParse(value).success,
      'must be milliseconds, or {"min": milliseconds, "max": milliseconds}',
    ),
  ),
  status: z.exactOptional(z.number()),
  body: z.exactOptional(z.unknown()),
  headers: z.exactOptional(z.record(z.string(), z.string())),
  drop: z.exactOptional(z.boolean()),
  lose: z.exactOptional(z.boolean()),
  truncate: z.exactOptional(z.boolean()),
  malform: z.exactOptional(z.boolean()),
});

const presetBody = z.strictObject({
  preset: z.custom<FaultPreset>(
    (value) => typeof value === 'string' && Object.hasOwn(faultPresets, value),
    `must be one of ${Object.keys(faultPresets).join(', ')}`,
  ),
});

/**
 * A fault in JSON: an object, or `{ "preset": "maintenance" }`.
 *
 * @throws TypeError for anything else.
 */
export function readFault(value: unknown): Fault | FaultPreset {
  const isPreset = typeof value === 'object' && value !== null && 'preset' in value;
  const checked = isPreset ? validate(presetBody, value) : validate(faultBody, value);
  if (!checked.ok) {
    throw new TypeError(`fault: ${checked.issues.map(({ path, message }) => `${path} ${message}`.trim()).join('; ')}`);
  }
  return 'preset' in checked.value ? checked.value.preset : checked.value;
}
