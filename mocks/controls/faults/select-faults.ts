import type { Redact } from '../../../src/wire/redact-token.ts';
import { Random } from '../../shared/random.ts';
import type { ClosestFault } from '../journal-entry.ts';
import type { ActiveFault } from './active-fault.ts';
import type { Fault } from './fault-kinds.ts';
import type { FaultCall } from './fault-match.ts';
import type { FaultEffect } from './fault-response.ts';
import type { Wait } from './waiting-calls.ts';

/** A fault that did not apply to a call. */
interface MissedFault {
  readonly fault: ActiveFault;
  /** The reason, if it is not that the call differs from the conditions of the fault. */
  readonly reason?: string | undefined;
}

/** The faults that apply to a call. */
interface SelectedFaults {
  /** The first failure. */
  readonly effect: FaultEffect | undefined;
  /** The delays and holds. */
  readonly waits: readonly Wait[];
  /** The faults with changed counters. */
  readonly counted: ReadonlyMap<Fault, ActiveFault>;
  /** The state of the random numbers afterwards. */
  readonly random: number;
  /** The other faults, those that are used up last. */
  readonly misses: readonly MissedFault[];
}

/** Selects the faults that apply to a call, with a state of the random numbers. */
export function selectFaults(faults: readonly ActiveFault[], call: FaultCall, randomState: number): SelectedFaults {
  const waits: Wait[] = [];
  const misses: MissedFault[] = [];
  const usedUp: MissedFault[] = [];
  const counted = new Map<Fault, ActiveFault>();
  let effect: FaultEffect | undefined;
  const random = new Random(randomState);
  const draw = () => random.next();
  for (const fault of faults) {
    const { hits, skipped } = fault;
    const { sequence, after = 0, probability } = fault.fault;
    if (fault.isExhausted) {
      const reason = `${sequence ? 'sequence' : 'times'}: used up by ${hits} earlier ${hits === 1 ? 'call' : 'calls'}`;
      usedUp.unshift({ fault, reason });
    } else if (fault.unmet(call).length > 0) {
      misses.push({ fault });
    } else if (skipped < after) {
      counted.set(fault.fault, fault.with({ skipped: skipped + 1 }));
      misses.push({ fault, reason: `after: expected call ${after + 1} or later, received call ${skipped + 1}` });
    } else if (!effect || !fault.effect) {
      // The first failure applies. Later ones are not used up.
      if (probability !== undefined && draw() >= probability) {
        const reason = `probability: expected a call of the share ${probability}, received another one`;
        misses.push({ fault, reason });
        continue;
      }
      effect ??= fault.effect;
      const delay = fault.delay(draw);
      counted.set(fault.fault, fault.with({ hits: hits + 1 }));
      if (delay > 0) waits.push({ fault, delay });
      else misses.push({ fault, reason: fault.passReason });
    }
  }
  return { effect, waits, counted, random: random.state, misses: [...misses, ...usedUp] };
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
      // Of faults with as few differences, those that are used up come last already.
      rank: isOther ? 1e9 : unmet.length,
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
