import { useEffect, useState } from 'preact/hooks';
import type { RateLimit } from '../../../controls/rate-limit.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Section } from '../../components/section.tsx';
import { rateLimitUse } from '../../state/rate-limit-use.ts';
import { count, formatRateLimit } from '../../text.ts';

type Algorithm = NonNullable<RateLimit['algorithm']>;

const algorithms: readonly { readonly value: Algorithm; readonly label: string }[] = [
  { value: 'fixed-window', label: 'fixed window' },
  { value: 'token-bucket', label: 'token bucket' },
];

interface RateLimitSectionProps {
  /** The time of the clock of the mock. */
  readonly now: number;
  readonly onAdvance: (milliseconds: number) => Promise<void>;
}

/** The rate limit of the mock, which is a policy, and the calls that count. */
export function RateLimitSection({ now, onAdvance }: RateLimitSectionProps) {
  const { session } = useApp();
  const rate = session.policies.value?.rateLimit ?? 'off';
  const current = rate === 'off' ? undefined : rate;
  const [limit, setLimit] = useState('10');
  const [seconds, setSeconds] = useState('60');
  const [algorithm, setAlgorithm] = useState<Algorithm>('fixed-window');
  // Shows a limit that another program sets.
  useEffect(() => {
    if (!current) return;
    setLimit(String(current.limit));
    setSeconds(String((current.window ?? 60_000) / 1_000));
    setAlgorithm(current.algorithm ?? 'fixed-window');
  }, [current?.limit, current?.window, current?.algorithm]);
  const error = Number(limit) >= 1 && Number.isInteger(Number(limit)) ? undefined : 'must be a whole number from 1';
  const windowError = Number(seconds) > 0 ? undefined : 'must be above 0';
  const apply = () =>
    session.setPolicies({ rateLimit: { limit: Number(limit), window: Number(seconds) * 1_000, algorithm } });
  return (
    <Section
      title="Rate limit"
      actions={current ? <Badge tone="warning">{formatRateLimit(current)}</Badge> : <Badge>off</Badge>}
    >
      {current && <Use rate={current} now={now} onAdvance={onAdvance} />}
      <Form class="rate-limit" onSubmit={apply}>
        <TextField label="Calls" type="number" value={limit} onChange={setLimit} error={error} />
        <TextField label="in seconds" type="number" value={seconds} onChange={setSeconds} error={windowError} />
        <SelectField label="Algorithm" value={algorithm} options={algorithms} onChange={setAlgorithm} />
        <div class="buttons">
          <Button type="submit" kind="primary" disabled={error !== undefined || windowError !== undefined}>
            {current ? 'Change the limit' : 'Limit calls'}
          </Button>
          {current && <Button onClick={() => session.setPolicies({ rateLimit: 'off' })}>Remove the limit</Button>}
        </div>
      </Form>
      <p class="muted">
        Each workspace may make this number of calls. Further ones get 429 and Retry-After. The windows follow the
        clock.
      </p>
    </Section>
  );
}

interface UseProps extends RateLimitSectionProps {
  readonly rate: RateLimit;
}

/** The most recent requests that are searched for one that counts. */
const maxSearched = 5;

/** The calls of the first workspace that count now, and the wait until another call is free. */
function Use({ rate, now, onAdvance }: UseProps) {
  const { session } = useApp();
  const { requests, state } = session;
  const counted = requests.list.value
    .filter(({ workspace, fault }) => workspace === state.value?.workspace && fault !== 'status')
    .slice(0, maxSearched);
  const last = useLoaded(async () => {
    for (const { id } of counted) {
      const entry = await requests.entry(id);
      if (entry && rateLimitUse(rate, { ...entry.response, time: entry.time }, entry.time)) return entry;
    }
    return undefined;
  }, [counted[0]?.id, rate.limit, rate.window, rate.algorithm]);
  const use = last && rateLimitUse(rate, { ...last.response, time: last.time }, now);
  const { used, wait } = use ?? { used: 0, wait: 0 };
  const seconds = Math.ceil(wait / 1_000);
  return (
    <div class="rate-limit-use" role="group" aria-label="Use of the rate limit">
      <strong>
        {used.toLocaleString('en-US')} of {count(rate.limit, 'call')} used
        {seconds > 0 && `, free again in ${seconds.toLocaleString('en-US')} s`}
      </strong>
      {seconds > 0 && (
        <Button icon="time" onClick={() => onAdvance(seconds * 1_000)}>
          {`Advance the clock by ${seconds.toLocaleString('en-US')} s`}
        </Button>
      )}
    </div>
  );
}
