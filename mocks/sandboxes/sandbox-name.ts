import { randomHex } from '../shared/random.ts';

/**
 * The error of every request to the API of a sandbox without a valid token, whether the sandbox exists or not: nobody
 * can find out names.
 */
export const sandboxTokenProblem = 'Invalid API token, or no such sandbox';

const namePattern = /^[a-z0-9][a-z0-9-]{0,62}$/;

/** Returns the name of a sandbox that was created without one. */
export function randomSandboxName(): string {
  return `sandbox-${randomHex(6)}`;
}

export function isSandboxName(name: unknown): name is string {
  return typeof name === 'string' && namePattern.test(name);
}

/** @throws A TypeError if a sandbox cannot have the name. */
export function assertSandboxName(name: unknown): asserts name is string {
  if (isSandboxName(name)) return;
  const received = typeof name === 'string' ? JSON.stringify(name.slice(0, 80)) : String(name);
  throw new TypeError(
    `sandbox name: must be 1 to 63 lower-case letters, digits and hyphens, and not begin with a hyphen, received ${received}`,
  );
}
