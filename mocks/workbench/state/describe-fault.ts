import type { Delay, Fault, FaultStep } from '../../controls/faults/fault-kinds.ts';
import type { FaultMatch } from '../../controls/faults/fault-match.ts';
import { patternsOf } from '../../controls/faults/operation-pattern.ts';
import { count, formatCell } from '../text.ts';

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
