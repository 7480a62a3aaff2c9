import { useState } from 'preact/hooks';
import type { Fault } from '../../../controls/faults/fault-kinds.ts';
import { toLiteral } from '../../code/literal.ts';
import { Badge } from '../../components/badge.tsx';
import { Button, CopyButton } from '../../components/button.tsx';
import { Section } from '../../components/section.tsx';
import { describeEffect, describeScope } from '../../state/describe-fault.ts';
import { currentStep, type FaultGroup, withoutCounters } from '../../state/fault-groups.ts';
import { count } from '../../text.ts';
import { FaultDialog } from './fault-dialog.tsx';
import { useFaultActions } from './use-fault-actions.ts';

/** The faults of the mock, with their counters. */
export function ActiveFaults({ groups }: { groups: readonly FaultGroup[] }) {
  return (
    <Section title="Active now" isFlush>
      {groups.length === 0 ? (
        <p class="section-note">
          Nothing fails. Choose a failure, then use your app. The fault is listed here until it is used up or removed.
        </p>
      ) : (
        <ul class="rows">
          {groups.map((group) => (
            <ActiveFault key={group.id} group={group} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function ActiveFault({ group }: { group: FaultGroup }) {
  const { id, preset, faults } = group;
  const { remove, reset } = useFaultActions();
  const [isEditing, setEditing] = useState(false);
  const [first] = faults;
  const effect = preset ?? describeEffect(first);
  const scope = describeScope(first);
  const name = preset ?? `${effect} on ${scope}`;
  const hits = faults.reduce((sum, fault) => sum + fault.hits, 0);
  const waiting = faults.reduce((sum, fault) => sum + fault.waiting, 0);
  return (
    <li>
      <Badge tone="warning">{effect}</Badge>
      <span class="fault-scope">{preset ? 'every request' : scope}</span>
      <span class="muted nowrap">{describeHits(first, hits)}</span>
      {waiting > 0 && <Badge tone="accent">{count(waiting, 'call')} waiting</Badge>}
      <span class="spacer" />
      {waiting > 0 && <ReleaseButtons group={group} />}
      <span class="nowrap">
        {first.name !== undefined && (
          <Button kind="quiet" icon="undo" label={`Start ${name} again`} onClick={() => reset(id)} />
        )}
        <CopyButton text={() => toCode(group)} label={`Copy the code for ${name}`} />
        {preset === undefined && (
          <Button kind="quiet" icon="edit" label={`Edit ${name}`} onClick={() => setEditing(true)} />
        )}
        <Button kind="quiet" icon="close" label={`Remove ${name}`} onClick={() => remove([id])} />
      </span>
      {isEditing && <FaultDialog replaces={id} initial={withoutCounters(first)} onClose={() => setEditing(false)} />}
    </li>
  );
}

/** Describes the calls of a fault: `hit 2 times`, `at step 2 of 3`, `used up`. */
function describeHits(fault: Fault, hits: number): string {
  const text = hits === 0 ? 'not hit yet' : `hit ${count(hits, 'time')}`;
  const step = currentStep(fault, hits);
  if (step === undefined) return `${text}, used up`;
  return fault.sequence ? `${text}, at step ${step + 1} of ${fault.sequence.length}` : text;
}

/** Lets waiting calls continue: only these, or later ones too. */
export function ReleaseButtons({ group: { id, faults } }: { group: FaultGroup }) {
  const { remove, replace } = useFaultActions();
  const [fault] = faults;
  if (faults.length > 1) return null;
  const scope = describeScope(fault);
  return (
    <>
      {fault.hold && fault.times === undefined && (
        <Button
          label={`Let through the waiting calls of ${scope}, and hold the next ones`}
          onClick={() => replace((group) => group.id === id, withoutCounters(fault))}
        >
          Let through
        </Button>
      )}
      <Button kind="primary" icon="play" label={`Release ${scope}`} onClick={() => remove([id])}>
        Release
      </Button>
    </>
  );
}

/** Returns the code that adds the same faults in a test. */
function toCode({ preset, faults }: FaultGroup): string {
  if (preset) return `mock.faults.add('${preset}');`;
  return faults.map((fault) => `mock.faults.add(${toLiteral(withoutCounters(fault))});`).join('\n');
}
