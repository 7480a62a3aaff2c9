import { useState } from 'preact/hooks';
import { Field } from './field.tsx';

interface RangeProps {
  readonly label: string;
  /** The values that the slider stops at, ascending. */
  readonly stops: readonly number[];
  readonly value: number;
  /** Describes a value for people: `500 ms`. */
  readonly format: (value: number) => string;
  /** Called when the user lets the slider go, or presses a key. */
  readonly onChange: (value: number) => void;
}

/** A slider over a list of values. */
export function RangeField({ label, stops, value, format, onChange }: RangeProps) {
  const initial = closest(stops, value);
  const [index, setIndex] = useDraft(initial);
  const shown = index === initial ? value : (stops[index] ?? value);
  return (
    <Field label={label}>
      {(control) => (
        <div class="range">
          <input
            {...control}
            type="range"
            min={0}
            max={stops.length - 1}
            step={1}
            value={index}
            aria-valuetext={format(shown)}
            onInput={(event) => setIndex(event.currentTarget.valueAsNumber)}
            onChange={(event) => onChange(stops[event.currentTarget.valueAsNumber] ?? value)}
          />
          <output for={control.id} aria-live="off">
            {format(shown)}
          </output>
        </div>
      )}
    </Field>
  );
}

/** Returns a state and its setter. The state starts over when the initial value changes. */
function useDraft<T>(initial: T): readonly [T, (draft: T) => void] {
  const [state, setState] = useState({ initial, draft: initial });
  // Not in an effect, which would run after the first keys and undo them.
  if (state.initial !== initial) setState({ initial, draft: initial });
  const draft = state.initial === initial ? state.draft : initial;
  return [draft, (changed) => setState({ initial, draft: changed })];
}

/** Returns the index of the stop that is closest to a value. */
function closest(stops: readonly number[], value: number): number {
  const distances = stops.map((stop) => Math.abs(stop - value));
  return distances.indexOf(Math.min(...distances));
}
