import type { Signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useState } from 'preact/hooks';
import type { JournalSummary } from '../../../controls/journal-entry.ts';
import { useApp } from '../../app/context.ts';
import { Button } from '../../components/button.tsx';
import { SelectField, TextField } from '../../components/field.tsx';
import type { IconName } from '../../components/icons.tsx';
import type { Attempts } from '../../state/attempts.ts';
import { formatPath } from '../../state/router.ts';
import { count, download, formatCell } from '../../text.ts';
import { ExportTestDialog } from './export-test-dialog.tsx';
import { type RequestFilter, type StatusFilter, statusFilters } from './filter.ts';
import { useListOptions } from './use-list-options.ts';

const statusOptions = Object.entries(statusFilters).map(([value, label]) => ({ value, label }));

interface ToolbarProps {
  readonly filter: RequestFilter;
  readonly searchRef: RefObject<HTMLInputElement | null>;
  readonly requests: readonly JournalSummary[];
  /** The calls that match the filter, newest first. */
  readonly calls: readonly Attempts[];
}

export function RequestsToolbar({ filter, searchRef, requests, calls }: ToolbarProps) {
  const { session, router } = useApp();
  const { isPaused } = session.requests;
  const { isGrouped, isRelative } = useListOptions();
  const operations = [...new Set(requests.flatMap(({ operation }) => operation ?? []))].sort();
  const users = withSelected([...new Set(requests.flatMap(({ user }) => user ?? []))].sort(), filter.user);
  const [isExportOpen, setExportOpen] = useState(false);
  const exportHar = async () => {
    const query = { baseUrl: session.state.peek()?.baseUrl };
    const har = await session.control.call('GET /journal.har', { query });
    download('mock.har', JSON.stringify(har));
  };
  const clear = async () => {
    await session.requests.clear();
    // The details are of a request that no longer exists.
    const { with: _other, ...query } = router.place.peek().query;
    router.go(formatPath(['requests'], query));
  };
  return (
    <div class="page-head">
      <h1>Requests</h1>
      <div class="requests-filters">
        <TextField
          label="Filter requests"
          isLabelHidden
          type="search"
          placeholder="Filter  /"
          value={filter.text}
          inputRef={searchRef}
          onChange={(text) => router.setQuery({ text })}
        />
        <SelectField
          label="Operation"
          isLabelHidden
          value={filter.operation}
          options={[{ value: '', label: 'All operations' }, ...withSelected(operations, filter.operation)]}
          onChange={(operation) => router.setQuery({ operation })}
        />
        <SelectField<string>
          label="Status"
          isLabelHidden
          value={filter.status}
          options={statusOptions}
          onChange={(status) =>
            router.setQuery({ status: status === ('all' satisfies StatusFilter) ? undefined : status })
          }
        />
        {users.length > 1 && (
          <SelectField
            label="User"
            isLabelHidden
            value={filter.user}
            options={[
              { value: '', label: 'All users' },
              ...users.map((value) => ({ value, label: formatCell(value, 40) })),
            ]}
            onChange={(user) => router.setQuery({ user })}
          />
        )}
      </div>
      <span class="spacer" />
      <Button
        icon={isPaused.value ? 'play' : 'pause'}
        kind={isPaused.value ? 'primary' : 'plain'}
        label={isPaused.value ? 'Resume the list' : 'Pause the list'}
        roomy={isPaused.value ? 'Resume' : 'Pause'}
        onClick={() => {
          isPaused.value = !isPaused.value;
        }}
      />
      <Toggle icon="layers" label="Group attempts" roomy="Group" isOn={isGrouped} />
      <Toggle icon="time" label="Relative times" roomy="Relative" isOn={isRelative} />
      <Button
        icon="explorer"
        label="Export as a test"
        roomy="Test"
        disabled={calls.length === 0}
        onClick={() => setExportOpen(true)}
      />
      <Button icon="download" label="Export as HAR" roomy="HAR" disabled={requests.length === 0} onClick={exportHar} />
      <Button
        icon="trash"
        label={`Clear ${count(requests.length, 'request')}`}
        roomy="Clear"
        disabled={requests.length === 0}
        onClick={clear}
      />
      {isExportOpen && <ExportTestDialog calls={calls} onClose={() => setExportOpen(false)} />}
    </div>
  );
}

interface ToggleProps {
  readonly icon: IconName;
  readonly label: string;
  readonly roomy: string;
  readonly isOn: Signal<boolean>;
}

function Toggle({ isOn, ...button }: ToggleProps) {
  const toggle = () => {
    isOn.value = !isOn.peek();
  };
  return <Button {...button} pressed={isOn.value} onClick={toggle} />;
}

/** The selected operation or user stays an option when its requests are cleared. */
function withSelected(operations: readonly string[], selected: string): readonly string[] {
  return selected === '' || operations.includes(selected) ? operations : [...operations, selected];
}
