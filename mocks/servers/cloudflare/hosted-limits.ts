import type { Fault } from '../../controls/faults/fault-kinds.ts';
import { assertSandboxFault } from '../../controls/faults/sandbox-fault.ts';
import { assertOptionNames, type OptionNames } from '../../shared/assert-option-names.ts';
import { parseOptions, wholeNumber } from '../../shared/parse-options.ts';

/** The limits of hosted sandboxes. */
export interface HostedLimits {
  /** The number of sandboxes. Default: 1,000. */
  readonly sandboxes: number;
  /** The number of rows in all tables of a sandbox. Default: 10,000. */
  readonly rows: number;
  /**
   * The bytes of the keys and the JSON of the records, tokens, named snapshots, operations and other settings of a
   * sandbox. Its history and its journal each take at most half as many, and lose their oldest entries beyond that.
   * Default: 8 MiB.
   */
  readonly bytes: number;
  /** The longest delay of a fault, in milliseconds. Default: 30,000. */
  readonly delay: number;
  /** Milliseconds after its last authenticated request at which a sandbox is deleted. Default: 7 days. */
  readonly ttl: number;
}

const defaults: HostedLimits = {
  sandboxes: 1000,
  rows: 10_000,
  bytes: 8 * 1024 * 1024,
  delay: 30_000,
  ttl: 7 * 24 * 60 * 60 * 1000,
};

/** The number of requests in a journal. It is in memory, and a Durable Object has 128 MB. */
export const maxJournalEntries = 100;

const limitNames: OptionNames<HostedLimits> = { sandboxes: true, rows: true, bytes: true, delay: true, ttl: true };

/** @throws A TypeError if a limit has an unknown name, or is not a whole number. */
export function resolveLimits(given: Partial<HostedLimits> = {}): HostedLimits {
  assertOptionNames('limits', given, limitNames);
  const limits = { ...defaults, ...given };
  for (const [name, value] of Object.entries(limits)) parseOptions(wholeNumber(1), value, `limits.${name}`);
  return limits;
}

/**
 * Checks a fault of a hosted sandbox.
 *
 * @throws A TypeError if the fault could affect other sandboxes, or occupy the server for long.
 */
export function assertHostedFault(fault: Fault, limits: HostedLimits): void {
  assertSandboxFault(fault);
  assertDelay(fault, 'fault', limits);
  for (const [index, step] of (fault.sequence ?? []).entries()) assertDelay(step, `fault.sequence.${index}`, limits);
  if (fault.hold) {
    throw new TypeError(
      `fault.hold: must be absent in a hosted sandbox. Use a delay of at most ${limits.delay} milliseconds.`,
    );
  }
}

function assertDelay({ delay = 0 }: Pick<Fault, 'delay'>, subject: string, limits: HostedLimits): void {
  const longest = typeof delay === 'object' ? delay.max : delay;
  if (longest <= limits.delay) return;
  throw new TypeError(`${subject}.delay: must be at most ${limits.delay} in a hosted sandbox, received ${longest}`);
}
