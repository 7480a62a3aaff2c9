import { useState } from 'preact/hooks';
import { parseFault } from '../../../controls/faults/fault-schema.ts';
import { omit } from '../../../store/fields.ts';
import { useApp } from '../../app/context.ts';
import { operationPatterns } from '../../code/resources.ts';
import { SelectField } from '../../components/field.tsx';
import { RangeField } from '../../components/range-field.tsx';
import { Section } from '../../components/section.tsx';
import { type FaultGroup, isOnlyOn, withoutCounters } from '../../state/fault-groups.ts';
import { useFaultActions } from './use-fault-actions.ts';

/** Milliseconds. The steps grow, because the difference between 9,000 and 9,050 is not worth a position. */
const stops = [0, 50, 100, 150, 200, 300, 400, 500, 750, 1_000, 1_500, 2_000, 3_000, 5_000, 10_000, 30_000];

const patterns = operationPatterns.map((value) => ({ value, label: value === '*' ? 'Every request' : value }));

/** A slider for the latency of all requests or of an operation. */
export function LatencySection({ groups }: { groups: readonly FaultGroup[] }) {
  const { run } = useApp();
  const { replace } = useFaultActions();
  const [pattern, setPattern] = useState('*');
  const current = groups.filter((group) => isLatency(group, pattern));
  const delay = current.reduce((sum, { faults: [fault] }) => sum + Number(fault.delay), 0);
  const change = (milliseconds: number) =>
    replace(
      (group) => isLatency(group, pattern),
      milliseconds === 0 ? undefined : parseFault({ on: pattern, delay: milliseconds }),
    );
  return (
    <Section title="Latency">
      <SelectField label="Requests to delay" value={pattern} options={patterns} onChange={setPattern} />
      <RangeField
        label="Delay"
        stops={stops}
        value={delay}
        format={formatDelay}
        onChange={(milliseconds) => void run(() => change(milliseconds))}
      />
    </Section>
  );
}

function formatDelay(milliseconds: number): string {
  return milliseconds < 1_000 ? `${milliseconds} ms` : `${milliseconds / 1_000} s`;
}

/** Whether a fault is a fixed delay of exactly this pattern, and nothing else. */
function isLatency({ faults: [fault, ...others] }: FaultGroup, pattern: string): boolean {
  const rest = omit(withoutCounters(fault), 'on', 'delay');
  const isAlone = others.length === 0 && Object.keys(rest).length === 0;
  return isAlone && typeof fault.delay === 'number' && isOnlyOn(fault, pattern);
}
