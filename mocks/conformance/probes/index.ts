import type { PolicyName, Probe } from '../probe.ts';
import { invalidTokenText, missingTokenText } from './access.ts';
import { idCase, timestampFormat, unsetText } from './formats.ts';
import { pagination, rateLimit, rateLimitHeaders } from './limits.ts';
import { deletedCategory, emptyUpdate, inheritedDescription, unsetAmount } from './records.ts';
import { listOrder, otherCaseIds, trailingSlash, unknownParameters } from './requests.ts';
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
  listOrder,
  unsetText,
  unsetAmount,
  emptyUpdate,
  unknownParameters,
  trailingSlash,
  otherCaseIds,
  deletedCategory,
  timestampFormat,
  idCase,
  rateLimitHeaders,
  missingTokenText,
  invalidTokenText,
  pagination,
  rateLimit,
} satisfies { readonly [Name in PolicyName]: Probe<Name> };

/** The probes, in the order in which they run. */
export const probes: readonly Probe[] = Object.values(byPolicy);
