import { useRef, useState } from 'preact/hooks';
import type { Fault } from '../../../controls/faults/fault-kinds.ts';
import { parseFault } from '../../../controls/faults/fault-schema.ts';
import type { JournalSummary } from '../../../controls/journal-entry.ts';
import { errorMessage } from '../../../shared/errors.ts';
import { useApp } from '../../app/context.ts';
import { useOwnEndpoints } from '../../app/use-own-endpoints.ts';
import { useUsers } from '../../app/use-tokens.ts';
import { operationPatterns } from '../../code/resources.ts';
import type { Suggestion } from '../../components/combobox.tsx';
import { includes } from '../../state/fault-groups.ts';
import { formatTime } from '../../text.ts';
import { describeOutcome } from './describe-outcome.ts';
import { type DurationName, durations, type EffectName, effects, isDuration, isEffect } from './failure-options.ts';

/** A user of the mock, or everyone. */
const everyone = { value: '', label: 'everyone' };

/** The words of the field for every request. */
const everyRequest = 'every request';

/** The most recent operations that are suggested first. */
const maxRecent = 8;

/** The parts of a request that a failure depends on. */
export type LikeRequest = Pick<JournalSummary, 'operation' | 'method' | 'url' | 'user' | 'status' | 'time'>;

interface FailureOptions {
  /** The request whose operation fails. Default: the last one. */
  readonly like?: LikeRequest | undefined;
  /** The requests that fail. Default: all requests of the operation. */
  readonly match?: Fault['match'] | undefined;
}

/** The failure that a sentence describes. The effect and the calls are remembered. */
export function useFailure({ like, match }: FailureOptions = {}) {
  const { session, preferences } = useApp();
  const requests = session.requests.list.value;
  const own = useOwnEndpoints();
  const users = useUsers();
  const hasUsers = users.length > 1;
  const [user, setUser] = useState<string>();
  const chosenUser = hasUsers ? (user ?? like?.user ?? '') : '';
  const recent = [...new Set(requests.flatMap((request) => request.operation ?? []))].slice(0, maxRecent);
  const [typed, setTyped] = useState(like && (like.operation ?? everyRequest));
  // The field must not change by itself while the user reads it.
  const first = useRef<string>(undefined);
  if (session.connection.value !== 'connecting') first.current ??= recent[0] ?? 'prices.update';
  const operation = typed ?? first.current ?? '';
  const effect = preferences.signal<EffectName>('failures.effect', '503', isEffect);
  const duration = preferences.signal<DurationName>('failures.calls', 'next', isDuration);
  const pattern = operation.trim() === everyRequest ? '*' : operation.trim();
  const { scope } = durations[duration.value];
  const conditions = { ...match, ...(chosenUser !== '' && { user: chosenUser }) };
  const hasConditions = Object.keys(conditions).length > 0;
  const fields = { on: pattern, ...(hasConditions && { match: conditions }), ...scope, ...effects[effect.value].fault };
  const isLike = (request: LikeRequest) => includes([pattern], request.operation ?? '*');
  const last = like && isLike(like) ? like : requests.find(isLike);
  const names = [...operationPatterns.filter((each) => each !== '*'), ...(own ?? []).map(({ name }) => name)];
  const suggestions: readonly Suggestion[] = [
    ...recent.map((value) => ({ value, hint: describeLast(requests.find((each) => each.operation === value)) })),
    { value: everyRequest },
    ...names.filter((name) => !recent.some((each) => each === name)).map((value) => ({ value })),
  ];
  return {
    operation,
    setOperation: setTyped,
    effect,
    duration,
    user: chosenUser,
    setUser,
    users: hasUsers ? [everyone, ...users] : [],
    suggestions,
    outcome: describeOutcome(effect.value, last),
    // The mock checks the names until its operations are known.
    ...parse(fields, own ?? 'any'),
  };
}

export type Failure = ReturnType<typeof useFailure>;

function parse(
  fields: object,
  own: Parameters<typeof parseFault>[1],
): { readonly fault?: Fault; readonly error?: string } {
  try {
    return { fault: parseFault(fields, own) };
  } catch (error) {
    return { error: errorMessage(error) };
  }
}

function describeLast(request: { readonly time: number; readonly status: number } | undefined): string | undefined {
  return request && `${request.status || 'no response'} at ${formatTime(request.time)}`;
}
