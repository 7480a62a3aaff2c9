import type { Redact } from '../../../src/wire/redact-token.ts';
import type { ClosestFault } from '../journal-entry.ts';
import type { ActiveFault } from './active-fault.ts';
import type { FaultCall } from './fault-match.ts';

/** The number of differences that a description has. */
const maxDifferences = 5;

/** Describes the fault with the fewest differences. A fault of another operation is the last choice. */
export function describeClosest(
  misses: readonly ActiveFault[],
  call: FaultCall,
  redact: Redact,
): ClosestFault | undefined {
  const ranked = misses.map((fault) => {
    const unmet = fault.unmet(call, redact);
    const differences = unmet.length > 0 ? unmet : [describeSkipped(fault)];
    return { fault, differences, rank: fault.includes(call.operation) ? differences.length : Number.POSITIVE_INFINITY };
  });
  const [closest] = ranked.toSorted((one, other) => (one.rank === other.rank ? 0 : one.rank - other.rank));
  if (!closest) return undefined;
  const { fault, differences } = closest;
  const more = differences.length - maxDifferences;
  return {
    id: fault.id,
    differences: [...differences.slice(0, maxDifferences), ...(more > 0 ? [`and ${more} more`] : [])],
  };
}

function describeSkipped({ fault: { after = 0 }, skipped }: ActiveFault): string {
  return `after: expected call ${after + 1} or later, received call ${skipped}`;
}
