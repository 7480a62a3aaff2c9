import type { OperationName } from '../../src/contract/operations.ts';
import type { ConformanceOptions } from './options.ts';
import type { Need, Rule } from './rule.ts';

/** Returns the reason why a rule cannot run with the given options, if there is one. */
export function unmetNeed({ needs }: Pick<Rule, 'needs'>, has: (need: Need) => boolean): string | undefined {
  const missing = needs.find((need) => !has(need));
  return missing && reasons[missing];
}

const reasons: Readonly<Record<Need, string>> = {
  writes: 'needs records that it may change: pass --allow-writes',
  secondToken: 'needs a token of another workspace: pass --second-token',
  limitedToken: 'needs a token with fewer permissions: pass --limited-token',
  contact: 'needs the id of a contact that it may change: add `contact` to the fixtures file',
  category: 'needs the id of a category that it may change: add `category` to the fixtures file',
  deletableCategory: 'needs the id of a category that it may delete: add `deletableCategory` to the fixtures file',
  discountedCategory:
    'needs the id of a category that an active discount references: add `discountedCategory` to the fixtures file',
};

/** Returns why an operation had no successful response. */
export function unmetOperation(operation: OperationName, { allowWrites, fixtures = {} }: ConformanceOptions): string {
  if (/\.(?:list|get|getProduct)$/.test(operation)) return 'the records that were read lead to none of these';
  if (!allowWrites) return reasons.writes;
  if (operation === 'contacts.update' && !fixtures.contact) return 'needs `contact` in the fixtures file';
  if (operation === 'categories.update' && !fixtures.category) return 'needs `category` in the fixtures file';
  if (operation === 'categories.delete') return 'needs `deletableCategory` in the fixtures file';
  return 'no call succeeded';
}
