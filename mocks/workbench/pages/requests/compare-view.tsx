import { useMemo } from 'preact/hooks';
import type { JournalEntry } from '../../../controls/journal-entry.ts';
import { parseJson } from '../../../shared/json.ts';
import { useApp, useShortcut } from '../../app/context.ts';
import { StatusBadge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { toJson } from '../../components/code-view.tsx';
import { SelectField } from '../../components/field.tsx';
import { escapeInvisible, formatTime } from '../../components/text.ts';
import { diffLines } from './diff-lines.ts';
import { shownLines } from './shown-lines.ts';
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
      <header class="request-head">
        <div class="request-title">
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
      <div class="request-panel">
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
            {entry === null || other === null ? 'One of them is no longer in the journal.' : 'Loading …'}
          </p>
        )}
      </div>
    </>
  );
}

/** Screen readers say `ins` and `del`. */
const lineKinds = {
  added: { tag: 'ins', mark: '+ ' },
  removed: { tag: 'del', mark: '− ' },
  same: { tag: 'div', mark: '  ' },
  note: { tag: 'div', mark: '… ' },
} as const;

function Diff({ title, before, after }: { title: string; before: string; after: string }) {
  const lines = useMemo(() => diffLines(before, after), [before, after]);
  const isSame = lines.every(({ kind }) => kind === 'same');
  return (
    <section>
      <h3>
        {title} {isSame && <span class="muted">is the same</span>}
      </h3>
      <pre class="diff" tabIndex={0} role="group" aria-label={`Differences of the ${title.toLowerCase()}`}>
        {shownLines(lines).map(({ kind, text }) => {
          const { tag: Line, mark } = lineKinds[kind];
          return (
            <Line class={kind}>
              {mark}
              {escapeInvisible(text)}
            </Line>
          );
        })}
      </pre>
    </section>
  );
}

function requestText({ method, url, rawBody }: JournalEntry): string {
  const body = parseJson(rawBody);
  return `${method} ${url}\n${body === undefined ? (rawBody ?? '') : toJson(body)}`;
}

function responseText({ response: { status, body } }: JournalEntry): string {
  return `${status}\n${typeof body === 'string' ? body : toJson(body)}`;
}
