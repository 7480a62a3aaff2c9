import type { FaultPreset } from '../../../controls/faults/fault-presets.ts';
import { Section } from '../../components/section.tsx';
import { type FaultGroup, presetNames } from '../../state/fault-groups.ts';
import { FaultSwitch } from './fault-switch.tsx';
import { useFaultActions } from './use-fault-actions.ts';

const explanations: Readonly<Record<FaultPreset, string>> = {
  'flaky-network': 'Breaks 1 call in 10, loses the response of 1 in 20, and delays all of them a little.',
  maintenance: 'Responds to every request with 503 and Retry-After: 30.',
  'slow-3g': 'Delays every call by 400 to 900 ms.',
  'rate-limit-storm': 'Responds to every request with 429 and Retry-After: 1.',
};

/** A card with a switch for each preset. */
export function PresetsSection({ groups }: { groups: readonly FaultGroup[] }) {
  const { add, remove } = useFaultActions();
  return (
    <Section title="Presets">
      <ul class="presets">
        {presetNames.map((name) => {
          const ids = groups.filter(({ preset }) => preset === name).map(({ id }) => id);
          const isOn = ids.length > 0;
          return (
            <li key={name} class={isOn ? 'preset on' : 'preset'}>
              <FaultSwitch label={name} checked={isOn} onChange={(on) => (on ? add(name) : remove(ids))} />
              <p class="muted">{explanations[name]}</p>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
