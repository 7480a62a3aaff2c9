import * as z from 'zod/mini';
import { preview } from '../../../src/contract/printable.ts';
import { type MockPolicies, policyNames, policyValues, resolvePolicies } from '../../controls/policies.ts';
import { describePolicies, type PolicyDescription } from '../../controls/policy-descriptions.ts';
import { rateLimitSchema } from '../../controls/rate-limit.ts';
import { principalSchema, tokenOptions } from '../../controls/tokens.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { isObject } from '../../shared/json.ts';
import { iso } from '../../shared/time.ts';
import { body, type ControlHandlers, defineRoutes, optionalBody } from '../define-routes.ts';
import { notFound } from '../errors.ts';
import { list } from '../schemas.ts';

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

type PolicySchemas = { readonly [Name in keyof MockPolicies]: z.ZodMiniType<MockPolicies[Name]> };

/** The schema of each policy. TypeScript cannot infer the type of `Object.fromEntries`. */
const policySchemas = {
  ...Object.fromEntries(policyNames.map((name) => [name, z.string()])),
  ...Object.fromEntries(Object.entries(policyValues).map(([name, values]) => [name, z.literal(values)])),
  rateLimit: z.union([z.literal('off'), rateLimitSchema]),
} as unknown as PolicySchemas;

const policies = z.object(policySchemas);
const policyValue = z.union([z.string(), z.number(), z.boolean(), rateLimitSchema]) as z.ZodMiniType<
  MockPolicies[keyof MockPolicies]
>;

const policyDescription: z.ZodMiniType<PolicyDescription> = z.object({
  name: z.enum(policyNames),
  value: policyValue,
  default: policyValue,
  values: z.exactOptional(list(policyValue)),
  format: z.exactOptional(z.string()),
  description: z.string(),
});

export const settingsRoutes = defineRoutes({
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
  'GET /tokens': {
    name: 'tokens.list',
    description: 'Lists the valid tokens with their permissions, which are secret.',
    response: z.object({ tokens: list(z.object({ token: z.string(), ...principalSchema.shape })) }),
  },
  'POST /tokens': {
    name: 'tokens.issue',
    description: 'Issues a token, which by default permits all operations in the first workspace.',
    body: optionalBody(tokenOptions, 'tokens.issue', ['token']),
    status: 201,
    response: z.object({ token: z.string() }),
  },
  'DELETE /tokens/{token}': {
    name: 'tokens.revoke',
    description: 'Revokes a token, so that later calls with it get 401.',
    response: z.object({ revoked: z.literal(true) }),
  },
  'GET /policies': { name: 'policies.get', description: 'Returns the policies.', response: policies },
  'GET /policies/describe': {
    name: 'policies.describe',
    description: 'Explains the policies, with their values, defaults and possible values.',
    response: z.object({ policies: list(policyDescription) }),
  },
  'PATCH /policies': {
    name: 'policies.set',
    description: 'Sets the given policies, or none of them if one is not valid, and returns all.',
    body: { schema: z.partial(policies), isOptional: false, parse: readPolicies },
    response: policies,
  },
});

/** Handles the clock, the tokens and the policies. */
export function handleSettings({ clock, tokens, policies }: MockServer): ControlHandlers<typeof settingsRoutes> {
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
    'GET /tokens': () => ({ tokens: tokens.list() }),
    'POST /tokens': ({ body, assertToken }) => {
      assertToken(body.token);
      return { token: tokens.issue(body) };
    },
    'DELETE /tokens/{token}': ({ params: { token } }) => {
      if (!tokens.revoke(token)) throw notFound('Token not found');
      return { revoked: true };
    },
    'GET /policies': () => policies,
    'GET /policies/describe': () => ({ policies: describePolicies(policies) }),
    'PATCH /policies': ({ body }) => Object.assign(policies, body),
  };
}

function describeClock({ now, isStopped }: MockServer['clock']): ControlClock {
  const milliseconds = now();
  return { now: iso(milliseconds), milliseconds, isStopped };
}

/** Returns the given policies, without the others. */
function readPolicies(json: unknown): Partial<MockPolicies> {
  if (!isObject(json)) throw new TypeError(`policies: must be an object, received ${preview(json)}`);
  const parsed = resolvePolicies(json);
  return Object.fromEntries(Object.entries(parsed).filter(([name]) => Object.hasOwn(json, name)));
}
