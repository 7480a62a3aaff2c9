import * as z from 'zod/mini';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { iso } from '../../shared/time.ts';
import { body, type ControlHandlers, defineRoutes } from '../define-routes.ts';

const clock = z.object({
  /** The time, as an ISO 8601 string. */
  now: z.string(),
  /** The time in milliseconds since 1970. */
  milliseconds: z.number(),
  /** Whether the clock stands still. */
  isStopped: z.boolean(),
});

/** The clock of a mock. */
export interface ControlClock extends z.output<typeof clock> {}

/** Exactly one of the fields. */
const clockChange = z.strictObject({
  /** Stops the clock at a time: an ISO 8601 text, or milliseconds since 1970. */
  set: z.optional(z.union([z.string(), z.number()], 'must be an ISO 8601 text or milliseconds since 1970')),
  /** Moves the clock by milliseconds. */
  advance: z.optional(z.number()),
  /** Lets the clock follow the system time again. */
  resume: z.optional(z.literal(true)),
});

/** A change of the clock of a mock. */
export interface ClockChange extends z.output<typeof clockChange> {}

export const clockRoutes = defineRoutes({
  'GET /clock': {
    name: 'clock.get',
    description: 'Returns the time of the mock, and whether its clock stands still.',
    response: clock,
  },
  'POST /clock': {
    name: 'clock.set',
    description: 'Stops the clock at a time, advances it, or lets it follow the system time again.',
    body: body(clockChange, 'clock'),
    response: clock,
  },
});

/** Handles the clock. */
export function handleClock({ clock }: MockServer): ControlHandlers<typeof clockRoutes> {
  return {
    'GET /clock': () => describeClock(clock),
    'POST /clock': ({ body: { set, advance, resume } }) => {
      if ([set, advance, resume].filter((each) => each !== undefined).length !== 1) {
        throw new TypeError('clock: must be {"set": date}, {"advance": milliseconds} or {"resume": true}');
      }
      if (set !== undefined) clock.set(set);
      else if (advance !== undefined) clock.advance(advance);
      else clock.resume();
      return describeClock(clock);
    },
  };
}

function describeClock({ now, isStopped }: MockServer['clock']): ControlClock {
  const milliseconds = now();
  return { now: iso(milliseconds), milliseconds, isStopped };
}
