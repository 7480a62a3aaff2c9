import { useState } from 'preact/hooks';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { toTestFile } from '../../code/test-file.ts';
import type { RecordedCall, TestRunner } from '../../code/test-steps.ts';
import { Button } from '../../components/button.tsx';
import { CodeView } from '../../components/code-view.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { type Attempts, lastOf } from '../../state/attempts.ts';
import { changedPolicies } from '../../state/changed-policies.ts';
import type { Session } from '../../state/session.ts';
import { count, download, formatCell } from '../../text.ts';
import { loadTestRows } from './load-test-rows.ts';

/** The most calls in a test. */
const maxExported = 50;

const runners = [
  { name: 'vitest', title: 'Vitest', file: 'recorded.test.ts', sender: 'The client' },
  { name: 'playwright', title: 'Playwright', file: 'recorded.spec.ts', sender: 'A page in the browser' },
] as const;

interface ExportTestProps {
  /** The calls to choose from, newest first. */
  readonly calls: readonly Attempts[];
  readonly onClose: () => void;
}

/** Writes chosen calls as a test that runs as it is. */
export function ExportTestDialog({ calls, onClose }: ExportTestProps) {
  const { session } = useApp();
  const workspace = session.state.value?.workspace;
  const possible = calls.filter((attempts) => isInWorkspace(attempts, workspace));
  // The list can change while the dialog is open.
  const [offered] = useState(() =>
    possible.slice(0, maxExported).toSorted(([one], [other]) => one.arrivedAt - other.arrivedAt || one.id - other.id),
  );
  const [omitted, setOmitted] = useState<ReadonlySet<number>>(new Set());
  const [runner, setRunner] = useState<TestRunner>('vitest');
  const { file, sender } = runners.find(({ name }) => name === runner) ?? runners[0];
  const recording = useLoaded(() => load(session, offered), []);
  const chosen = recording?.calls.filter(([{ id }]) => !omitted.has(id)) ?? [];
  const code =
    recording && chosen.length > 0
      ? toTestFile({
          runner,
          calls: chosen,
          rows: recording.rows,
          workspace,
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
            onClick={() => download(file, code ?? '', 'text/plain')}
          >
            Download
          </Button>
        </>
      }
    >
      <div class="export-test">
        <p class="muted">
          The test sends the chosen calls to a mock with the same records and failures, and expects the same statuses.{' '}
          {possible.length > maxExported && `Only the newest ${maxExported} calls are offered. Filter the list first. `}
          {possible.length < calls.length && 'Calls with the token of another workspace are left out.'}
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
        <Tabs<TestRunner> label="Test runner" tabs={runners} selected={runner} onSelect={setRunner}>
          <p class="muted">{sender} sends the calls.</p>
          {recording === undefined && <p class="muted">Loading …</p>}
          {code !== undefined && <CodeView label="Test" language="ts" text={code} />}
        </Tabs>
      </div>
    </Dialog>
  );
}

/** Whether the token of the mock can send a call. An attempt with a wrong token has no workspace. */
function isInWorkspace(attempts: Attempts, workspace: string | undefined): boolean {
  return attempts.every((attempt) => attempt.workspace === undefined || attempt.workspace === workspace);
}

/** Loads calls with their bodies, without requests that the journal no longer has, and the records. */
async function load(session: Session, calls: readonly Attempts[]) {
  const loaded: RecordedCall[] = [];
  for (const attempts of calls) {
    const entries = await Promise.all(attempts.map(({ id }) => session.requests.entry(id)));
    const [first, ...others] = entries.filter((entry) => entry !== undefined);
    if (first) loaded.push([first, ...others]);
  }
  return { calls: loaded, rows: await loadTestRows(session, loaded.flat()) };
}
