import type { Fault } from '../../controls/faults/fault-kinds.ts';
import type { FaultPreset } from '../../controls/faults/fault-presets.ts';
import type { FaultEntry } from '../../controls/faults/mock-faults.ts';
import { matchesPattern, patternsOf } from '../../controls/faults/operation-pattern.ts';
import { faultPresets } from './inlined-values.ts';

/** Faults that were added together and can be removed together: one fault, or those of a preset. */
export interface FaultGroup {
  readonly id: string;
  readonly preset: FaultPreset | undefined;
  readonly faults: readonly [FaultEntry, ...FaultEntry[]];
}

/** Groups the faults of a mock by their id, in the order in which they were added. */
export function groupFaults(list: readonly FaultEntry[]): readonly FaultGroup[] {
  const groups = new Map<string, FaultGroup['faults']>();
  for (const fault of list) {
    const others = groups.get(fault.id);
    groups.set(fault.id, others ? [...others, fault] : [fault]);
  }
  return Array.from(groups, ([id, faults]) => ({ id, preset: presetOf(faults), faults }));
}

/** Returns the index of the step that the next call gets. Undefined if the fault is used up. */
export function currentStep(fault: Fault, hits: number): number | undefined {
  const { sequence = [{ times: fault.times ?? Number.POSITIVE_INFINITY }] } = fault;
  const ends = sequence.map((_, index) => sequence.slice(0, index + 1).reduce((sum, { times = 1 }) => sum + times, 0));
  const step = ends.findIndex((end) => hits < end);
  return step === -1 ? undefined : step;
}

/** Whether a fault can still apply to a call, or a call waits for it. */
export function isActive({ faults }: FaultGroup): boolean {
  return faults.some((fault) => fault.waiting > 0 || currentStep(fault, fault.hits) !== undefined);
}

/** Returns a fault as it was added, without its id and its counters. */
export function withoutCounters({ id: _id, hits: _hits, waiting: _waiting, ...fault }: FaultEntry): Fault {
  return fault;
}

export const presetNames = Object.keys(faultPresets) as readonly FaultPreset[];

/** Recognizes a preset by its faults. The mock keeps only these. */
function presetOf(faults: readonly FaultEntry[]): FaultPreset | undefined {
  const given = faults.map(withoutCounters).map(toText);
  return presetNames.find((name) => {
    const expected = faultPresets[name].map(toText);
    return expected.length === given.length && expected.every((text, index) => text === given[index]);
  });
}

/** Two faults with the same properties have the same text. */
function toText(fault: Fault): string {
  return JSON.stringify(Object.entries(fault).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

/** Whether one of the patterns includes an operation or a smaller pattern. */
export function includes(patterns: readonly string[], name: string): boolean {
  return patterns.some((pattern) => matchesPattern(pattern, name));
}

/** Whether a fault names exactly one operation or pattern. */
export function isOnlyOn(fault: Fault, name: string): boolean {
  const patterns = patternsOf(fault);
  return patterns.length === 1 && patterns[0] === name;
}
