import type { OperationName } from '../../src/contract/operations.ts';
import type { ConformanceOptions } from './options.ts';
import type { ConformanceFixtures } from './records.ts';
import type { Need } from './rule.ts';

/** Why a check proves nothing if a call of the main token returns 403. */
export const lacksPermission = 'the token lacks permission';

/** Why a rule cannot run, by the need that the options do not meet. */
export const needReasons: Readonly<Record<Need, string>> = {
  writes: 'needs records that it may change: pass --allow-writes',
  secondToken: 'needs a token of another workspace: pass --second-token',
  limitedToken: 'needs a token with fewer permissions: pass --limited-token',
  contact: 'needs the id of a contact that it may change: add `contact` to the fixtures file',
  category: 'needs the id of a category that it may change: add `category` to the fixtures file',
  deletableCategory: 'needs the id of a category that it may delete: add `deletableCategory` to the fixtures file',
  discountedCategory:
    'needs the id of a category that an active discount references: add `discountedCategory` to the fixtures file',
  price:
    'needs a price: if new products have none, add `price`, the id of a flat price that it may change, to the fixtures file',
  pricedProduct: 'needs the product of `price`: add `pricedProduct` to the fixtures file',
};

/** Why checks cannot run, by the needs that the options or the server do not meet. */
export type UnmetNeeds = Readonly<Partial<Record<Need, string>>>;

/**
 * Returns the needs that are not met.
 *
 * @param missing Why the server cannot use a fixture or a token of the options.
 */
export function findUnmetNeeds(
  { allowWrites, secondToken, limitedToken, fixtures }: ConformanceOptions,
  missing: UnmetNeeds,
): UnmetNeeds {
  const given: Readonly<Record<string, unknown>> = { writes: allowWrites, secondToken, limitedToken, ...fixtures };
  return { ...Object.fromEntries(Object.entries(needReasons).filter(([need]) => !given[need])), ...missing };
}

const fixtureOf: Readonly<Partial<Record<OperationName, keyof ConformanceFixtures>>> = {
  'contacts.update': 'contact',
  'categories.update': 'category',
  'categories.delete': 'deletableCategory',
  'prices.update': 'price',
};

/** The calls of an operation that had no successful response. */
export interface CallResults {
  /** Whether the main token had no permission for any of its calls. Undefined if it made none. */
  readonly isForbidden: boolean | undefined;
  /** Whether the main token made a call that leads to a record or a list, so that it should succeed. */
  readonly isTried: boolean;
}

/** Returns why an operation had no successful response. */
export function describeUnmetOperation(
  operation: OperationName,
  { isForbidden, isTried }: CallResults,
  unmet: UnmetNeeds,
): string {
  const failed = 'no call succeeded';
  if (isForbidden) return lacksPermission;
  if (/\.(?:list|get|getProduct)$/.test(operation))
    return isTried ? failed : 'the records that were read lead to none of these';
  const fixture = fixtureOf[operation];
  return unmet.writes ?? (fixture && unmet[fixture]) ?? failed;
}
