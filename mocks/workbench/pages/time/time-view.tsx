import { useState } from 'preact/hooks';
import * as z from 'zod/mini';
import { parseTimestamp } from '../../../../src/contract/timestamp.ts';
import type { ClockChange } from '../../../control-api/routes/clock.ts';
import { useApp } from '../../app/context.ts';
import { usePolled } from '../../app/use-polled.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Section } from '../../components/section.tsx';
import { type Clock, readClock } from '../../state/clock.ts';
import { formatMoment } from '../../text.ts';
import { RateLimitSection } from './rate-limit-section.tsx';

const units = {
  minutes: 60_000,
  hours: 3_600_000,
  days: 86_400_000,
} as const;

const unitNames = Object.keys(units) as (keyof typeof units)[];

/** Sets, advances and resumes the clock of the mock, and limits the rate of calls. */
export function TimeView() {
  const { session } = useApp();
  const { value: clock, load } = usePolled(async () => readClock(await session.control.call('GET /clock')), 1_000);
  const change = async (body: ClockChange) => {
    await session.control.call('POST /clock', { body });
    await load();
    await session.refresh();
  };
  return (
    <>
      <header class="page-head">
        <h1>Time</h1>
      </header>
      <div class="page-body">
        <div class="sections">
          <Section title="Clock" actions={clock && <ClockBadge clock={clock} />}>
            <p class="clock-time">
              <time dateTime={clock?.now}>{clock?.now ?? '…'}</time>
            </p>
            <p class="muted">
              {clock ? `In your time zone: ${formatMoment(clock.milliseconds)}.` : 'Loading …'} Timestamps of records
              and the windows of the rate limit use this clock.
            </p>
            <div class="buttons">
              <Button icon="pause" onClick={() => change({ set: clock?.now })} disabled={!clock || clock.isStopped}>
                Stop now
              </Button>
              <Button icon="play" onClick={() => change({ resume: true })}>
                Follow the system time
              </Button>
            </div>
          </Section>
          <AdvanceSection onAdvance={(milliseconds) => change({ advance: milliseconds })} />
          <SetSection now={clock?.now} onSet={(moment) => change({ set: moment })} />
          {clock && (
            <RateLimitSection
              now={clock.milliseconds}
              onAdvance={(milliseconds) => change({ advance: milliseconds })}
            />
          )}
        </div>
      </div>
    </>
  );
}

function ClockBadge({ clock: { isStopped, ahead } }: { clock: Clock }) {
  if (isStopped) return <Badge tone="warning">stopped</Badge>;
  // The clocks of two computers always differ a little.
  if (Math.abs(ahead) < 30_000) return <Badge tone="good">follows the system time</Badge>;
  return <Badge tone="warning">{`${describeSpan(Math.abs(ahead))} ${ahead > 0 ? 'ahead' : 'behind'}`}</Badge>;
}

function describeSpan(milliseconds: number): string {
  const unit = unitNames.findLast((name) => milliseconds >= units[name]) ?? 'minutes';
  return `${(Math.round((milliseconds / units[unit]) * 10) / 10).toLocaleString('en-US')} ${unit}`;
}

function AdvanceSection({ onAdvance }: { onAdvance: (milliseconds: number) => Promise<void> }) {
  const [amount, setAmount] = useState('1');
  const [unit, setUnit] = useState<keyof typeof units>('days');
  const milliseconds = Number(amount) * units[unit];
  const isValid = amount.trim() !== '' && Number.isFinite(milliseconds) && milliseconds !== 0;
  return (
    <Section title="Advance">
      <div class="buttons">
        <Button onClick={() => onAdvance(units.minutes)}>1 minute</Button>
        <Button onClick={() => onAdvance(units.hours)}>1 hour</Button>
        <Button onClick={() => onAdvance(units.days)}>1 day</Button>
        <Button onClick={() => onAdvance(30 * units.days)}>30 days</Button>
      </div>
      <Form class="clock-advance" onSubmit={() => isValid && onAdvance(milliseconds)}>
        <TextField
          label="By"
          value={amount}
          isNumeric
          error={isValid ? undefined : 'must be a number other than 0'}
          onChange={setAmount}
        />
        <SelectField label="Unit" value={unit} options={unitNames} onChange={setUnit} />
        <Button type="submit" disabled={!isValid}>
          Advance
        </Button>
      </Form>
      <p class="muted">A stopped clock stays stopped. Delays of faults do not end earlier.</p>
    </Section>
  );
}

/**
 * Parses an ISO 8601 date, or a date and time. A time without an offset is in the time zone of the user. `Date` reads
 * other texts too: `5` as a month, and February 30 as March 2.
 */
function parseMoment(text: string): number | undefined {
  if (z.iso.date().safeParse(text).success) return Date.parse(text);
  const local = parseTimestamp(`${text}Z`);
  return local === undefined ? parseTimestamp(text) : Date.parse(new Date(local).toISOString().slice(0, -1));
}

function SetSection({ now, onSet }: { now: string | undefined; onSet: (moment: string) => Promise<void> }) {
  const [text, setText] = useState<string | undefined>();
  const value = text ?? now ?? '';
  const moment = parseMoment(value.trim());
  const isValid = moment !== undefined;
  // A field that follows the clock would undo the selection of the user each second.
  const keep = () => setText((typed) => typed ?? value);
  const set = async () => {
    if (moment === undefined) return;
    await onSet(new Date(moment).toISOString());
    // The user may type the next moment before this one is set.
    setText((typed) => (typed === text ? undefined : typed));
  };
  return (
    <Section title="Set">
      <Form class="clock-set" onSubmit={set}>
        <div onFocusIn={keep}>
          <TextField
            label="Stop the clock at"
            value={value}
            isCode
            hint="ISO 8601, for example 2026-01-31T09:00:00Z"
            error={isValid || value === '' ? undefined : 'must be a date, for example 2026-01-31T09:00:00Z'}
            missing="Enter a time."
            onChange={setText}
          />
        </div>
        <Button type="submit" disabled={!isValid}>
          Set
        </Button>
      </Form>
    </Section>
  );
}
