import type { Fault } from '../../controls/fault-schema.ts';
import { HttpError } from '../../shared/http-error.ts';
import { parseOptions, wholeNumber } from '../../shared/parse-options.ts';

/** The limits of hosted sandboxes. */
export interface HostedLimits {
  /** The number of sandboxes. Default: 1,000. */
  readonly sandboxes: number;
  /** The number of rows in all tables of a sandbox. Default: 10,000. */
  readonly rows: number;
  /** The size of the stored data of a sandbox, in bytes of JSON. Default: 8 MiB. */
  readonly bytes: number;
  /** The longest delay of a fault, in milliseconds. Default: 30,000. */
  readonly delay: number;
  /** Milliseconds after its last use at which a sandbox is deleted. Default: 7 days. */
  readonly ttl: number;
}

const defaults: HostedLimits = {
  sandboxes: 1000,
  rows: 10_000,
  bytes: 8 * 1024 * 1024,
  delay: 30_000,
  ttl: 7 * 24 * 60 * 60 * 1000,
};

/** @throws A TypeError if a limit is not a whole number. */
export function resolveLimits(given: Partial<HostedLimits> = {}): HostedLimits {
  const limits = { ...defaults, ...given };
  for (const [name, value] of Object.entries(limits)) parseOptions(wholeNumber(1), value, `limits.${name}`);
  return limits;
}

/** Headers that act on the whole origin, which all sandboxes share. */
const forbiddenHeaders = ['set-cookie', 'service-worker-allowed', 'clear-site-data'];

/**
 * Checks a fault that a client of a hosted sandbox adds.
 *
 * @throws A {@link HttpError} with status 400 if the fault could affect other sandboxes, or occupy the server for long.
 */
export function assertHostedFault({ delay, hold, headers }: Fault, limits: HostedLimits): void {
  const reject = (message: string) => {
    throw new HttpError(400, message);
  };
  const longest = typeof delay === 'object' ? delay.max : (delay ?? 0);
  if (longest > limits.delay) {
    reject(`fault.delay: must be at most ${limits.delay} in a hosted sandbox, received ${longest}`);
  }
  if (hold) reject(`fault.hold: must be absent in a hosted sandbox. Use a delay of at most ${limits.delay}.`);
  for (const [name, value] of new Headers(headers)) {
    if (forbiddenHeaders.includes(name)) reject(`fault.headers.${name}: must be absent in a hosted sandbox`);
    if (name === 'content-type' && !/^(?:application\/(?:[\w.-]+\+)?json|text\/plain)\s*(?:;|$)/i.test(value)) {
      reject(`fault.headers.content-type: must be JSON or text/plain in a hosted sandbox, received ${value}`);
    }
  }
}
