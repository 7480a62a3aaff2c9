import { useState } from 'preact/hooks';
import type { SnapshotSummary } from '../../../snapshots/named-snapshots.ts';
import { useApp } from '../../app/context.ts';
import { Button } from '../../components/button.tsx';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { countRecords } from '../../state/tables.ts';
import { count, download, escapeInvisible, formatMoment } from '../../text.ts';
import { restoreState } from './restore-snapshot.ts';

/** A named snapshot with its actions. */
export function SnapshotRow({ snapshot }: { snapshot: SnapshotSummary }) {
  const app = useApp();
  const { control } = app.session;
  const [isDeleting, setDeleting] = useState(false);
  const named = { params: { name: snapshot.name } };
  const name = escapeInvisible(snapshot.name);
  return (
    <li>
      <strong class="snapshot-name">{name}</strong>
      <span class="muted nowrap">{count(countRecords(snapshot.tables), 'record')}</span>
      <span class="muted nowrap">{formatMoment(snapshot.createdAt)}</span>
      <span class="spacer" />
      <span class="nowrap">
        <Button
          kind="quiet"
          icon="download"
          label={`Download ${name}`}
          onClick={async () => {
            const json = await control.call('GET /snapshots/{name}', named);
            download(`${fileName(snapshot.name)}.json`, JSON.stringify(json));
          }}
        />
        <Button kind="quiet" icon="trash" label={`Delete ${name}`} onClick={() => setDeleting(true)} />
        <Button
          icon="undo"
          label={`Restore ${name}`}
          onClick={() => restoreState(app, `Restored “${name}”.`, () => control.call('POST /snapshots/{name}', named))}
        >
          Restore
        </Button>
      </span>
      {isDeleting && (
        <ConfirmDialog
          title={`Delete the snapshot “${name}”?`}
          confirm="Delete"
          onClose={() => setDeleting(false)}
          onConfirm={async () => {
            await control.call('DELETE /snapshots/{name}', named);
            await app.session.refresh();
          }}
        >
          <p>The mock itself does not change. You cannot undo this.</p>
        </ConfirmDialog>
      )}
    </li>
  );
}

function fileName(name: string): string {
  return name.replace(/[^\p{L}\p{N}.-]+/gu, '-').replace(/^[.-]+/, '') || 'snapshot';
}
