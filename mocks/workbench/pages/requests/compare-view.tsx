import type { JournalEntry } from '../../../controls/journal-entry.ts';
import { parseJson } from '../../../shared/json.ts';
import { useApp } from '../../app/context.ts';
import { useShortcut } from '../../app/use-shortcut.ts';
import { StatusBadge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { toJson } from '../../components/code-view.tsx';
import { SelectField } from '../../components/field.tsx';
import { formatTime } from '../../text.ts';
import { Diff } from './diff.tsx';
import { useEntry } from './use-entry.ts';

/** Two requests and the lines in which they differ. */
export function CompareView({ ids: [id, otherId] }: { ids: readonly [number, number] }) {
  const { session, router } = useApp();
  const entry = useEntry(id);
  const other = useEntry(otherId);
  const close = () => router.setQuery({ with: undefined });
  useShortcut('Escape', 'Close the comparison', close);
  const options = session.requests.list.value
    .filter((each) => each.id !== id)
    .map((each) => ({
      value: String(each.id),
      label: `${formatTime(each.time)} ${each.status} ${each.operation ?? each.method}`,
    }));
  return (
    <>
      <header class="detail-head">
        <div class="detail-title">
          <Button icon="back" label="Close the comparison" kind="quiet" onClick={close} />
          <h2>Compare requests</h2>
        </div>
        <SelectField
          label="With request"
          value={String(otherId)}
          options={options.some(({ value }) => value === String(otherId)) ? options : [...options, String(otherId)]}
          onChange={(value) => router.setQuery({ with: value })}
        />
      </header>
      <div class="detail-panel">
        {entry && other ? (
          <>
            <Diff title="Request" before={requestText(other)} after={requestText(entry)} />
            <Diff title="Response" before={responseText(other)} after={responseText(entry)} />
            <p class="muted">
              <StatusBadge status={other.response.status} /> then <StatusBadge status={entry.response.status} />. Lines
              that start with − are only in the older request, lines that start with + only in this one.
            </p>
          </>
        ) : (
          <p class="muted">
            {entry === null || other === null ? 'One of them is no longer in the list.' : 'Loading …'}
          </p>
        )}
      </div>
    </>
  );
}

function requestText({ method, url, rawBody }: JournalEntry): string {
  const body = parseJson(rawBody);
  return `${method} ${url}\n${body === undefined ? (rawBody ?? '') : toJson(body)}`;
}

function responseText({ response: { status, body } }: JournalEntry): string {
  return `${status}\n${typeof body === 'string' ? body : toJson(body)}`;
}
