import {
  type Delay,
  type Fault,
  type FaultStep,
  matchesPattern,
  patternsOf,
} from '../../controls/faults/fault-kinds.ts';
import type { FaultMatch } from '../../controls/faults/fault-match.ts';
import type { FaultPreset } from '../../controls/faults/fault-presets.ts';
import type { FaultEntry } from '../../controls/faults/faults.ts';
import { count, formatCell } from '../text.ts';
import { faultPresets } from './constants.ts';

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

/** Describes the effect of a fault in a few words: `503`, `drop-connection after 2,000 ms`, `hold`. */
export function describeEffect(fault: Fault): string {
  if (fault.hold) return fault.hold === 'response' ? 'hold the response' : 'hold';
  if (fault.sequence) return fault.sequence.map(describeStep).join(', then ');
  return describeStep(fault);
}

function describeStep(fault: FaultStep): string {
  if (fault.pass) return 'pass';
  const delay = fault.delay === undefined ? undefined : describeDelay(fault.delay);
  const effect = fault.status ?? fault.fault;
  if (effect === undefined) return `delay of ${delay}`;
  return delay === undefined ? String(effect) : `${effect} after ${delay}`;
}

/** Describes the calls that a fault applies to: `products.update, the next 2 calls`. */
export function describeScope(fault: Fault): string {
  const { times, after, probability, match } = fault;
  const patterns = patternsOf(fault);
  const parts = [patterns.includes('*') ? 'every request' : patterns.join(', ')];
  if (match) parts.push(`only ${describeMatch(match)}`);
  if (probability !== undefined) parts.push(`${Math.round(probability * 1000) / 10} % of the calls`);
  if (after !== undefined && after > 0) parts.push(`after ${count(after, 'call')}`);
  if (times !== undefined) parts.push(count(times, 'call'));
  return formatCell(parts.join(', '));
}

/** Describes the conditions of a fault: `id 22a8…, body {"name":"Desk"}`. */
function describeMatch({ params, query, headers, workspace, user, body }: FaultMatch): string {
  const named = Object.entries({ ...params, ...query, ...headers }).map(([name, value]) => `${name} ${value}`);
  const whole = Object.entries({ workspace, user, body: body && JSON.stringify(body) });
  return [...named, ...whole.flatMap(([name, value]) => (value === undefined ? [] : [`${name} ${value}`]))].join(', ');
}

function describeDelay(delay: Delay): string {
  const format = (milliseconds: number) => milliseconds.toLocaleString('en-US');
  return typeof delay === 'number' ? `${format(delay)} ms` : `${format(delay.min)} to ${format(delay.max)} ms`;
}
