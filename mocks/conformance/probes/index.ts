import type { PolicyName, Probe } from '../probe.ts';
import { pagination, rateLimit } from './limits.ts';
import { inheritedDescription } from './records.ts';
import { createdStatus, duplicateApiName, malformedIdStatus, notFoundStatus } from './statuses.ts';
import {
  immutableFields,
  nullOnCreate,
  unknownFields,
  validationDetails,
  validationOmitsSuccess,
  validationStatus,
} from './validation.ts';

/** One probe for each policy: a policy without one does not compile. */
const byPolicy = {
  createdStatus,
  notFoundStatus,
  malformedIdStatus,
  validationStatus,
  validationDetails,
  validationOmitsSuccess,
  unknownFields,
  immutableFields,
  nullOnCreate,
  duplicateApiName,
  inheritedDescription,
  pagination,
  rateLimit,
} satisfies { readonly [Name in PolicyName]: Probe<Name> };

/** The probes, in the order in which they run. */
export const probes: readonly Probe[] = Object.values(byPolicy);
