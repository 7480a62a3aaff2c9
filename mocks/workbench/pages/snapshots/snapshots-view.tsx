import { useState } from 'preact/hooks';
import type { SnapshotJson } from '../../../snapshots/snapshot.ts';
import { useApp } from '../../app/context.ts';
import { useLoaded } from '../../app/use-loaded.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { FileButton } from '../../components/file-button.tsx';
import { parseJsonFile } from '../../components/read-file.ts';
import { Section } from '../../components/section.tsx';
import { download } from '../../text.ts';
import { restoreState } from './restore-snapshot.ts';
import { SaveForm } from './save-form.tsx';
import { SnapshotRow } from './snapshot-row.tsx';

/** Keeps snapshots of the mock under names, restores them, and shares them as files. */
export function SnapshotsView() {
  const app = useApp();
  const { session } = app;
  const [isResetting, setResetting] = useState(false);
  // Other programs can change them too.
  const loaded = useLoaded(() => session.control.call('GET /snapshots'), [session.settingsVersion.value]);
  const snapshots = loaded?.snapshots ?? [];
  // The mock validates the file.
  const upload = async (text: string, name: string) => {
    const body = parseJsonFile(text, name) as SnapshotJson;
    await restoreState(app, 'Restored the snapshot of the file.', () =>
      session.control.call('POST /snapshot', { body }),
    );
  };
  return (
    <>
      <header class="page-head">
        <h1>Snapshots</h1>
        <span class="spacer" />
        <div class="buttons">
          <FileButton label="Snapshot file" onRead={upload}>
            Upload
          </FileButton>
          <Button
            icon="download"
            onClick={async () => download('snapshot.json', JSON.stringify(await session.control.call('GET /snapshot')))}
          >
            Download
          </Button>
          <Button icon="undo" kind="danger" onClick={() => setResetting(true)}>
            Reset
          </Button>
        </div>
      </header>
      <div class="page-body">
        <div class="sections">
          <Section title="Save a snapshot" isWide>
            <SaveForm names={snapshots.map(({ name }) => name)} />
          </Section>
          <Section title="All snapshots" isFlush isWide>
            {snapshots.length === 0 ? (
              <p class="section-note">
                No snapshot yet. A snapshot has the records and tokens of the mock, but not its policies, faults and
                clock. Save one before you try something, and restore it as often as you like. Download it to share it:
                the file contains no tokens, and the option <span class="nowrap">--seed</span> reads it.
              </p>
            ) : (
              <ul class="rows">
                {snapshots.map((snapshot) => (
                  <SnapshotRow key={snapshot.name} snapshot={snapshot} />
                ))}
              </ul>
            )}
          </Section>
        </div>
      </div>
      {isResetting && (
        <ConfirmDialog
          title="Reset the mock?"
          confirm="Reset"
          onClose={() => setResetting(false)}
          onConfirm={() => restoreState(app, 'Reset the mock.', () => session.control.call('POST /reset'))}
        >
          <p>
            The mock gets its first records, tokens, policies, faults and clock again, and the list of requests becomes
            empty. You can undo this, but the list of requests stays empty.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
