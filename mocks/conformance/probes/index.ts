import { type PolicyName, policyNames } from '../../controls/policies.ts';
import type { Probe } from '../probe.ts';
import * as access from './access.ts';
import * as formats from './formats.ts';
import * as lists from './lists.ts';
import * as paths from './paths.ts';
import * as rateLimit from './rate-limit.ts';
import * as records from './records.ts';
import * as statuses from './statuses.ts';
import * as validation from './validation.ts';

/** One probe for each policy, by its name: a policy without one does not compile. */
const byPolicy: { readonly [Name in PolicyName]: Probe<Name> } = {
  ...access,
  ...formats,
  ...lists,
  ...paths,
  ...rateLimit,
  ...records,
  ...statuses,
  ...validation,
};

/** A probe with the policy that it finds. */
export type PolicyProbe = Probe & { readonly policy: PolicyName };

/** The probes, in the order in which they run. */
export const probes: readonly PolicyProbe[] = policyNames.map((policy) => ({ policy, ...byPolicy[policy] }));
