import { useState } from 'preact/hooks';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { useRowName } from '../../app/use-row-name.ts';
import { useShortcut } from '../../app/use-shortcut.ts';
import { Button, CopyButton } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { metadataOf } from '../../schema-form/table-metadata.ts';
import type { Row } from '../../state/session.ts';
import { formatCell } from '../../text.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { JsonEditor } from './json-editor.tsx';
import { RecordForm } from './record-form.tsx';
import { RecordLinks } from './record-links.tsx';
import { useEdit } from './use-edit.ts';
import { useLiveRecord } from './use-record.ts';

interface DetailProps {
  readonly table: TableName;
  readonly id: string;
  readonly onClose: () => void;
}

/** One record: a form, its JSON, and the records that it is linked with. */
export function RecordDetail({ table, id, onClose }: DetailProps) {
  const row = useLiveRecord(table, id);
  useShortcut('Escape', 'Close the details', onClose);
  if (row === undefined) return <div class="page-body muted">Loading …</div>;
  if (row === null) {
    return (
      <EmptyState icon="records" title="This record does not exist">
        <p>It was deleted, or the mock was reset.</p>
        <Button onClick={onClose}>Back to the table</Button>
      </EmptyState>
    );
  }
  return <RowView table={table} row={row} onClose={onClose} />;
}

const formTab = { name: 'fields', title: 'Fields' } as const;
const tabs = [formTab, { name: 'json', title: 'JSON' }, { name: 'links', title: 'Links' }] as const;

/** The contract does not know all fields of open records, so there is no form for them. */
const openTabs = tabs.filter((tab) => tab !== formTab);

type TabName = (typeof tabs)[number]['name'];

function RowView({ table, row, onClose }: { table: TableName; row: Row; onClose: () => void }) {
  const { router } = useApp();
  const [isDeleting, setDeleting] = useState(false);
  const edit = useEdit(table, row);
  const name = useRowName(table, row);
  const { label, hasOpenFields } = metadataOf(table);
  const available = hasOpenFields ? openTabs : tabs;
  const wanted = router.place.value.query['tab'];
  const selected = available.find((tab) => tab.name === wanted)?.name ?? available[0]?.name ?? 'json';
  const id = String(row['id']);
  return (
    <>
      <header class="detail-head">
        <div class="detail-title">
          <Button icon="back" label="Close the details" kind="quiet" onClick={onClose} />
          <h2>{formatCell(name, 80)}</h2>
          <span class="spacer" />
          <Button icon="trash" kind="danger" onClick={() => setDeleting(true)}>
            Delete
          </Button>
        </div>
        <div class="detail-facts">
          <span class="badge">{label}</span>
          <span class="record-id">
            <span class="code truncate">{id}</span>
            <CopyButton text={() => id} label="Copy id" />
          </span>
        </div>
      </header>
      <Tabs<TabName>
        label="Views of the record"
        tabs={available}
        selected={selected}
        onSelect={(tab) => router.setQuery({ tab })}
      >
        {selected === 'fields' && <RecordForm table={table} edit={edit} />}
        {selected === 'json' && <JsonEditor table={table} edit={edit} />}
        {selected === 'links' && <RecordLinks table={table} row={row} />}
      </Tabs>
      {isDeleting && (
        <DeleteDialog table={table} row={row} name={name} onClose={() => setDeleting(false)} onDeleted={onClose} />
      )}
    </>
  );
}
