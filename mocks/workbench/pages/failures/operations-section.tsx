import type { Fault } from '../../../controls/faults/fault-kinds.ts';
import { parseFault } from '../../../controls/faults/fault-schema.ts';
import type { OperationPattern } from '../../../controls/faults/operation-pattern.ts';
import { patternsOf } from '../../../controls/faults/operation-pattern.ts';
import { useApp } from '../../app/context.ts';
import { resources } from '../../code/resources.ts';
import { Badge } from '../../components/badge.tsx';
import { SelectField } from '../../components/field.tsx';
import { Section } from '../../components/section.tsx';
import { describeEffect } from '../../state/describe-fault.ts';
import { type FaultGroup, includes, isOnlyOn } from '../../state/fault-groups.ts';
import { ReleaseButtons } from './active-faults.tsx';
import { FaultSwitch } from './fault-switch.tsx';
import { type DurationName, durations, type EffectName, effects } from './switch-options.ts';
import { useFaultActions } from './use-fault-actions.ts';

const isEffect = (value: unknown): value is EffectName => typeof value === 'string' && Object.hasOwn(effects, value);
const isDuration = (value: unknown): value is DurationName =>
  typeof value === 'string' && Object.hasOwn(durations, value);

/** A switch for each operation, and the failure that the switches turn on. */
export function OperationsSection({ groups }: { groups: readonly FaultGroup[] }) {
  const { preferences } = useApp();
  const effect = preferences.signal<EffectName>('failures.effect', '503', isEffect);
  const duration = preferences.signal<DurationName>('failures.duration', 'always', isDuration);
  const { add, remove } = useFaultActions();
  const toggle = (name: string, isOn: boolean) => {
    if (!isOn) return remove(ownFaults(groups, name).map(({ id }) => id));
    const { scope } = durations[duration.value];
    return add(parseFault({ on: name as OperationPattern, ...scope, ...effects[effect.value].fault }));
  };
  return (
    <Section title="Operations">
      <div class="failures-choice">
        <SelectField
          label="Operations that you turn on"
          value={effect.value}
          options={optionsOf(effects)}
          onChange={(name) => {
            effect.value = name;
          }}
        />
        <SelectField
          label="for"
          value={duration.value}
          options={optionsOf(durations)}
          onChange={(name) => {
            duration.value = name;
          }}
        />
      </div>
      <ul class="failures-all">
        <OperationRow name="*" label="Every request" {...{ groups, toggle }} />
      </ul>
      <div class="failures-resources">
        {resources.map(({ name: resource, operations }) => (
          <ul key={resource} aria-label={resource}>
            {operations.length > 1 && (
              <OperationRow name={`${resource}.*`} label={`${resource}.*`} {...{ groups, toggle }} />
            )}
            {operations.map(({ name }) => (
              <OperationRow key={name} name={name} label={name} {...{ groups, toggle }} />
            ))}
          </ul>
        ))}
      </div>
    </Section>
  );
}

interface RowProps {
  readonly name: string;
  readonly label: string;
  readonly groups: readonly FaultGroup[];
  readonly toggle: (name: string, isOn: boolean) => Promise<void>;
}

function OperationRow({ name, label, groups, toggle }: RowProps) {
  const own = ownFaults(groups, name);
  const inherited = groups.filter(
    (group) => !own.includes(group) && group.faults.some((fault) => isInherited(fault, name)),
  );
  const held = own.find(({ faults }) => faults.some(({ waiting }) => waiting > 0));
  return (
    <li>
      <FaultSwitch label={label} checked={own.length > 0} onChange={(isOn) => toggle(name, isOn)} />
      {own.map(({ id, faults }) => (
        <Badge key={id} tone="warning">
          {faults.map(describeEffect).join(', ')}
        </Badge>
      ))}
      {inherited.map(({ id, preset, faults }) => (
        <Badge key={id}>{preset ?? faults.map(describeEffect).join(', ')}</Badge>
      ))}
      {held && <ReleaseButtons group={held} />}
    </li>
  );
}

/** Whether a fault of a resource applies to an operation. A fault of every request is shown once, in its own row. */
function isInherited(fault: Fault, name: string): boolean {
  const patterns = patternsOf(fault);
  return name === '*'
    ? patterns.includes('*')
    : patterns.some((pattern) => pattern !== '*' && includes([pattern], name));
}

/** Returns the faults that name exactly this operation or pattern. */
function ownFaults(groups: readonly FaultGroup[], name: string): readonly FaultGroup[] {
  return groups.filter(
    ({ preset, faults: [fault, ...others] }) => preset === undefined && others.length === 0 && isOnlyOn(fault, name),
  );
}

function optionsOf<Name extends string>(choices: Readonly<Record<Name, { readonly label: string }>>) {
  const names = Object.keys(choices) as Name[];
  return names.map((value) => ({ value, label: choices[value].label }));
}
