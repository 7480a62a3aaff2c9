import { useCallback, useRef, useState } from 'preact/hooks';
import { type MockPolicies, policyDefaults } from '../../../controls/policies.ts';
import { policiesFrom } from '../../../controls/policies-file.ts';
import { isObject } from '../../../shared/json.ts';
import type { Changes } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { useAnnouncedResult } from '../../app/use-announced-result.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { useShortcut } from '../../app/use-shortcut.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Switch, TextField } from '../../components/field.tsx';
import { FileButton } from '../../components/file-button.tsx';
import { parseJsonFile } from '../../components/read-file.ts';
import { changedPolicies } from '../../state/changed-policies.ts';
import { count, download } from '../../text.ts';
import { PolicyRow } from './policy-row.tsx';

/** Every policy with its values, its explanation and its default. */
export function PoliciesView() {
  const { session, toasts, router } = useApp();
  const { search: text = '' } = router.place.value.query;
  const [isChangedOnly, setChangedOnly] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const policies = session.policies.value;
  // From the mock, so that they have the version of its values.
  const descriptions = useLoaded(() => session.control.call('GET /policies/describe'), [])?.policies ?? [];
  const changed = changedPolicies(policies).map(([name]) => name);
  useShortcut(
    '/',
    'Find a policy',
    useCallback(() => search.current?.focus(), []),
  );
  const wanted = text.trim().toLowerCase();
  const visible = descriptions.filter(
    ({ name, description }) =>
      `${name} ${description}`.toLowerCase().includes(wanted) && (!isChangedOnly || changed.includes(name)),
  );
  useAnnouncedResult(`${isChangedOnly} ${wanted}`, count(visible.length, 'policy', 'policies'));
  const setAll = async (values: Changes<MockPolicies>) => {
    await session.setPolicies(values);
    toasts.show(
      `Set ${count(Object.keys(values).length, 'policy', 'policies')}.`,
      policies && (() => session.setPolicies(policies)),
    );
  };
  return (
    <>
      <header class="page-head">
        <h1>Policies</h1>
        <TextField
          label="Find a policy"
          isLabelHidden
          type="search"
          placeholder="Find a policy"
          value={text}
          inputRef={search}
          onChange={(typed) => router.setQuery({ search: typed })}
        />
        <Switch label="Changed only" checked={isChangedOnly} onChange={setChangedOnly} />
        <span class="spacer" />
        <div class="buttons">
          <FileButton
            label="Policies file"
            onRead={async (text, name) => setAll(readPolicies(parseJsonFile(text, name)))}
          >
            Load file
          </FileButton>
          <Button icon="download" disabled={!policies} onClick={() => policies && save(policies)}>
            Save file
          </Button>
          <Button icon="undo" disabled={changed.length === 0} onClick={() => setAll(policyDefaults)}>
            Reset to defaults
          </Button>
        </div>
      </header>
      <div class="page-body">
        <p class="muted policies-intro">
          The specification leaves this behavior open. Set the policies to match your server.
        </p>
        {visible.length === 0 && descriptions.length > 0 ? (
          <EmptyState icon="policies" title={isChangedOnly ? 'No policy is changed' : 'No policy matches'}>
            {isChangedOnly ? 'All policies have their default values.' : 'Change the text, or clear it.'}
          </EmptyState>
        ) : (
          <ul class="rows section">
            {visible.map((description) => (
              <PolicyRow
                key={description.name}
                description={description}
                value={policies?.[description.name]}
                isChanged={changed.includes(description.name)}
              />
            ))}
          </ul>
        )}
      </div>
    </>
  );
}

/** Reads a policies file, or an object of policies. The mock checks the names and the values. */
function readPolicies(json: unknown): Changes<MockPolicies> {
  if (!isObject(json)) throw new TypeError('Policies file: must be an object of policies by name.');
  return policiesFrom(json as Changes<MockPolicies>);
}

/** Saves the policies in the form that the option `--policies` reads. */
function save(policies: MockPolicies): void {
  download('policies.json', `${JSON.stringify(policies, undefined, 2)}\n`);
}
