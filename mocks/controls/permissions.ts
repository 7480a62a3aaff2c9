import { type Operation, operations } from '../../src/contract/operations.ts';

const verbs = ['read', 'write', '*'] as const;

type SegmentOf<P extends string> = P extends `${infer Segment}:${string}` ? Segment : never;

/**
 * A permission of a token: `*` for everything, or a resource and a verb, for example `customers:read`,
 * `product-parents:*` or `*:read`. The resource is the path segment after `/api/`; the verb is `read`, `write` or `*`.
 * The specification does not name permissions, so these names exist only in the mock.
 */
export type Permission = '*' | `${SegmentOf<Operation['permission']> | '*'}:${(typeof verbs)[number]}`;

const segments = new Set(operations.map(({ permission }) => permission.slice(0, permission.indexOf(':'))));

/** All permissions. TypeScript does not know the segments of the paths as texts. */
export const permissions = [
  '*',
  ...['*', ...segments].flatMap((segment) => verbs.map((verb) => `${segment}:${verb}`)),
] as readonly Permission[];

/** Describes the valid permissions in an error message. */
export const permissionHelp = `* or <resource>:<verb>; resources are ${[...segments, '*'].join(', ')}; verbs are ${verbs.join(', ')}`;

/** Whether a granted permission includes the required one. */
export function allows(granted: Permission, required: string): boolean {
  if (granted === '*') return true;
  const [segment, verb] = required.split(':');
  const [grantedSegment, grantedVerb] = granted.split(':');
  return (grantedSegment === '*' || grantedSegment === segment) && (grantedVerb === '*' || grantedVerb === verb);
}
