import type { JournalSummary } from '../../../controls/journal-entry.ts';
import { formatCell, formatTime } from '../../text.ts';
import { whyNoRetry } from '../explorer/why-no-retry.ts';
import { type EffectName, effects } from './failure-options.ts';

/** Describes the effect of a failure on the last call like those that it applies to, and the reaction of the client. */
export function describeOutcome(
  effect: EffectName,
  last: Pick<JournalSummary, 'method' | 'url' | 'status' | 'time'> | undefined,
) {
  const { outcome } = effects[effect];
  if (!last) return `There was no such call yet. With this failure, ${outcome}.`;
  const { method, url, status, time } = last;
  const call = `${formatCell(method, 10)} ${formatCell(url, 60)}`;
  const past = `${call} got ${status === 0 ? 'no response' : status} at ${formatTime(time)}.`;
  return [past, `With this failure, ${outcome}.`, reactionTo(effect, method)].filter(Boolean).join(' ');
}

/** Returns undefined if the client only waits. */
function reactionTo(effect: EffectName, method: string): string | undefined {
  const { fault } = effects[effect];
  if (effect === 'invalid-json') return 'The client does not repeat the call.';
  if (!('status' in fault) && !('fault' in fault)) return undefined;
  const status = 'status' in fault ? fault.status : 0;
  const reason = whyNoRetry({ method, status, attempts: 1 });
  if (reason !== undefined) return reason;
  if (status >= 400 && status < 429) return 'The client does not repeat the call.';
  return `The client repeats the call after ${status === 429 ? '1 s' : 'half a second'}.`;
}
