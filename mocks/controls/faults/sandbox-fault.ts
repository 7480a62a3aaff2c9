import type { Fault } from './fault-kinds.ts';

/** The headers that a fault of a sandbox may set. A star stands for any ending. */
const allowedHeaders = [
  'cache-control',
  'content-type',
  'link',
  'ratelimit-*',
  'retry-after',
  'www-authenticate',
  'x-ratelimit-*',
  'x-request-id',
];

/** With any other type, or with a list of types, a browser could run the body. */
const allowedType = /^(?:application\/(?:[\w.-]+\+)?json|text\/plain)(?:\s*;\s*[\w-]+=(?:[\w.-]+|"[\w. -]*"))*$/i;

/**
 * Checks a fault of a sandbox, which shares its origin with others. A browser would apply other headers to all of them.
 *
 * @throws A TypeError that names the headers that the fault may set.
 */
export function assertSandboxFault({ headers, sequence = [] }: Fault): void {
  for (const step of [{ headers }, ...sequence]) assertHeaders(step);
}

function assertHeaders({ headers }: Pick<Fault, 'headers'>): void {
  for (const [name, value] of new Headers(headers)) {
    if (!isAllowed(name)) {
      throw new TypeError(
        `fault.headers.${name}: must be absent, because sandboxes share one origin. Allowed headers: ${allowedHeaders.join(', ')}.`,
      );
    }
    if (name === 'content-type' && !allowedType.test(value)) {
      throw new TypeError(
        `fault.headers.content-type: must be JSON or text/plain, because sandboxes share one origin, received ${value}`,
      );
    }
  }
}

function isAllowed(name: string): boolean {
  return allowedHeaders.some((allowed) =>
    allowed.endsWith('*') ? name.startsWith(allowed.slice(0, -1)) : name === allowed,
  );
}
