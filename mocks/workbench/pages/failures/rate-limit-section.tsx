import { useEffect, useState } from 'preact/hooks';
import type { RateLimit } from '../../../controls/rate-limit.ts';
import { useApp } from '../../app/context.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Section } from '../../components/section.tsx';
import { formatRateLimit } from '../../text.ts';

type Algorithm = NonNullable<RateLimit['algorithm']>;

const algorithms: readonly { readonly value: Algorithm; readonly label: string }[] = [
  { value: 'fixed-window', label: 'fixed window' },
  { value: 'token-bucket', label: 'token bucket' },
];

/** The rate limit of the mock, which is a policy. */
export function RateLimitSection() {
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
      <Form class="rate-limit" onSubmit={apply}>
        <TextField label="Calls" type="number" value={limit} onChange={setLimit} error={error} />
        <TextField label="in seconds" type="number" value={seconds} onChange={setSeconds} error={windowError} />
        <SelectField label="Algorithm" value={algorithm} options={algorithms} onChange={setAlgorithm} />
        <div class="buttons">
          <Button type="submit" kind="primary" disabled={error !== undefined || windowError !== undefined}>
            {current ? 'Change the limit' : 'Limit calls'}
          </Button>
          {current && <Button onClick={() => session.setPolicies({ rateLimit: 'off' })}>Turn off</Button>}
        </div>
      </Form>
      <p class="muted">Each workspace may make this number of calls. Further ones get 429 and Retry-After.</p>
    </Section>
  );
}
