import { useState } from 'preact/hooks';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { type RecordedCall, toTestFile } from '../../code/test-file.ts';
import { Button } from '../../components/button.tsx';
import { CodeView } from '../../components/code-view.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { count, download, formatCell } from '../../components/text.ts';
import { type Attempts, lastOf } from '../../store/attempts.ts';
import type { Session } from '../../store/session.ts';
import { changedPolicies } from '../policies/changed-policies.ts';
import { rowsFor } from './export-rows.ts';

/** The most calls in a test. */
const maxExported = 50;

interface ExportDialogProps {
  /** The calls to choose from, newest first. */
  readonly calls: readonly Attempts[];
  readonly onClose: () => void;
}

/** Writes chosen calls as a test that runs as it is. */
export function ExportDialog({ calls, onClose }: ExportDialogProps) {
  const { session } = useApp();
  // The list can change while the dialog is open.
  const [offered] = useState(() =>
    calls.slice(0, maxExported).toSorted(([one], [other]) => one.arrivedAt - other.arrivedAt || one.id - other.id),
  );
  const [omitted, setOmitted] = useState<ReadonlySet<number>>(new Set());
  const recording = useLoaded(() => load(session, offered), []);
  const chosen = recording?.calls.filter(([{ id }]) => !omitted.has(id)) ?? [];
  const code =
    recording && chosen.length > 0
      ? toTestFile({
          calls: chosen,
          rows: recording.rows,
          workspace: session.state.value?.workspace,
          policies: Object.fromEntries(changedPolicies(session.policies.value)),
        })
      : undefined;
  const toggle = (id: number) => {
    const next = new Set(omitted);
    if (!next.delete(id)) next.add(id);
    setOmitted(next);
  };
  return (
    <Dialog
      title="Export as a test"
      onClose={onClose}
      isWide
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          <Button
            kind="primary"
            icon="download"
            disabled={code === undefined}
            onClick={() => download('recorded.test.ts', code ?? '', 'text/plain')}
          >
            Download
          </Button>
        </>
      }
    >
      <div class="export-test">
        <p class="muted">
          The test for Vitest sends the chosen calls to a mock with the same records and failures, and expects the same
          statuses.{' '}
          {calls.length > maxExported && `Only the newest ${maxExported} calls are offered. Filter the list first.`}
        </p>
        <fieldset class="export-calls">
          <legend>{count(offered.length - omitted.size, 'call')} chosen</legend>
          {offered.map((attempts) => {
            const [{ id, operation, method, url }] = attempts;
            return (
              <label key={id}>
                <input type="checkbox" checked={!omitted.has(id)} onChange={() => toggle(id)} />
                <span class="nowrap">{lastOf(attempts).status || 'no response'}</span>
                <span class="nowrap">{operation ?? formatCell(method, 10)}</span>
                <span class="code truncate muted">{formatCell(url)}</span>
              </label>
            );
          })}
        </fieldset>
        {recording === undefined && <p class="muted">Loading …</p>}
        {code !== undefined && <CodeView label="Test" language="text" text={code} />}
      </div>
    </Dialog>
  );
}

/** Loads calls with their bodies, without requests that the journal no longer has, and the records. */
async function load(session: Session, calls: readonly Attempts[]) {
  const loaded: RecordedCall[] = [];
  for (const attempts of calls) {
    const entries = await Promise.all(attempts.map(({ id }) => session.requests.entry(id)));
    const [first, ...others] = entries.filter((entry) => entry !== undefined);
    if (first) loaded.push([first, ...others]);
  }
  return { calls: loaded, rows: await rowsFor(session, loaded.flat()) };
}
