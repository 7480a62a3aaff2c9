import { Combobox } from '../../components/combobox.tsx';
import { SelectField } from '../../components/field.tsx';
import { durations, effects } from './failure-options.ts';
import type { Failure } from './use-failure.ts';

/** A failure as a sentence: `prices.update` `fails with 503` on `the next call` of `everyone`. */
export function FailureSentence({ failure }: { failure: Failure }) {
  const { operation, setOperation, effect, duration, user, setUser, users, suggestions, outcome, error } = failure;
  return (
    <div class="failure-sentence">
      <div class="sentence">
        <Combobox
          label="Operation"
          isLabelHidden
          value={operation}
          suggestions={suggestions}
          placeholder="An operation"
          error={error === undefined ? undefined : 'must be an operation, a resource like products.*, or every request'}
          onChange={setOperation}
        />
        <SelectField
          label="Failure"
          isLabelHidden
          value={effect.value}
          options={optionsOf(effects)}
          onChange={(name) => {
            effect.value = name;
          }}
        />
        <span>on</span>
        <SelectField
          label="Calls"
          isLabelHidden
          value={duration.value}
          options={optionsOf(durations)}
          onChange={(name) => {
            duration.value = name;
          }}
        />
        {users.length > 0 && (
          // A line does not end with "of".
          <span class="sentence-end">
            <span>of</span>
            <SelectField label="User" isLabelHidden value={user} options={users} onChange={setUser} />
          </span>
        )}
      </div>
      <p class="muted">{outcome}</p>
    </div>
  );
}

function optionsOf<Name extends string>(choices: Readonly<Record<Name, { readonly label: string }>>) {
  const names = Object.keys(choices) as Name[];
  return names.map((value) => ({ value, label: choices[value].label }));
}
