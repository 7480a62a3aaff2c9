/** What a token may do. The specification names no permissions; these are the mock's. */
import { type Operation, operations } from '../../src/contract/operations.ts';

const verbs = ['read', 'write', '*'] as const;

type SegmentOf<P extends string> = P extends `${infer Segment}:${string}` ? Segment : never;

/**
 * What a token may do: `customers:read`, `products:write`, `product-parents:*`, `*:read` and so on: the segment after
 * `/api/` in the path, and `read`, `write` or `*`; or `*` for everything. The specification names no permissions; these
 * are the mock's.
 */
export type Permission = '*' | `${SegmentOf<Operation['permission']> | '*'}:${(typeof verbs)[number]}`;

const segments = new Set(operations.map(({ permission }) => permission.slice(0, permission.indexOf(':'))));

const permissions = new Set([
  '*',
  ...['*', ...segments].flatMap((segment) => verbs.map((verb) => `${segment}:${verb}`)),
]);

/** Whether a value is a permission. */
export function isPermission(value: unknown): value is Permission {
  return typeof value === 'string' && permissions.has(value);
}

/** What a permission can be, in words. */
export const permissionHelp = `* or <resource>:<verb>; resources are ${[...segments, '*'].join(', ')}; verbs are ${verbs.join(', ')}`;

/** Whether what is held allows what is asked. */
export function allows(held: Permission, asked: string): boolean {
  if (held === '*') return true;
  const [segment, verb] = asked.split(':');
  const [heldSegment, heldVerb] = held.split(':');
  return (heldSegment === '*' || heldSegment === segment) && (heldVerb === '*' || heldVerb === verb);
}
