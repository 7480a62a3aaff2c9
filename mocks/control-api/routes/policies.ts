import * as z from 'zod/mini';
import { preview } from '../../../src/contract/printable.ts';
import { type MockPolicies, policyNames, policyValues, resolvePolicies } from '../../controls/policies.ts';
import { describePolicies, type PolicyDescription } from '../../controls/policy-descriptions.ts';
import { rateLimitSchema } from '../../controls/rate-limit.ts';
import type { MockServer } from '../../engine/create-mock-server.ts';
import { isObject } from '../../shared/json.ts';
import { type ControlHandlers, defineRoutes } from '../define-routes.ts';
import { list } from '../schemas.ts';

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

export const policyRoutes = defineRoutes({
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

/** Handles the policies. */
export function handlePolicies({ policies }: MockServer): ControlHandlers<typeof policyRoutes> {
  return {
    'GET /policies': () => policies,
    'GET /policies/describe': () => ({ policies: describePolicies(policies) }),
    'PATCH /policies': ({ body }) => Object.assign(policies, body),
  };
}

/** Returns the given policies, without the others. */
function readPolicies(json: unknown): Partial<MockPolicies> {
  if (!isObject(json)) throw new TypeError(`policies: must be an object, received ${preview(json)}`);
  const parsed = resolvePolicies(json);
  return Object.fromEntries(Object.entries(parsed).filter(([name]) => Object.hasOwn(json, name)));
}
