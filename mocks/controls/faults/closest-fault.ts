import type { Redact } from '../../../src/wire/redact-token.ts';
import type { ClosestFault } from '../journal-entry.ts';
import type { ActiveFault } from './active-fault.ts';
import type { FaultCall } from './fault-match.ts';

/** A fault that did not apply to a call. */
export interface MissedFault {
  readonly fault: ActiveFault;
  /** The reason, if it is not that the call differs from the conditions of the fault. */
  readonly reason?: string | undefined;
}

/** The number of differences that a description has. */
const maxDifferences = 5;

/** Describes the fault with the fewest differences. A fault of another operation is the last choice. */
export function describeClosest(
  misses: readonly MissedFault[],
  call: FaultCall,
  redact: Redact,
): ClosestFault | undefined {
  const ranked = misses.map(({ fault, reason }) => {
    const unmet = fault.unmet(call, redact);
    const isOther = !fault.includes(call.operation);
    return {
      fault,
      differences: reason === undefined ? unmet : [...unmet, reason],
      // A fault that can still apply comes before one that is used up and has as few differences.
      rank: (isOther ? 1e9 : unmet.length) + (fault.isExhausted ? 0.5 : 0),
    };
  });
  const [closest] = ranked.toSorted((one, other) => one.rank - other.rank);
  if (!closest) return undefined;
  const { fault, differences } = closest;
  const more = differences.length - maxDifferences;
  return {
    id: fault.id,
    differences: [...differences.slice(0, maxDifferences), ...(more > 0 ? [`and ${more} more`] : [])],
  };
}
