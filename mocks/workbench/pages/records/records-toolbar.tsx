import { useState } from 'preact/hooks';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { FileButton } from '../../components/file-button.tsx';
import { metadataOf } from '../../schema-form/table-metadata.ts';
import type { Row } from '../../state/session.ts';
import { count } from '../../text.ts';
import { ColumnsDialog } from './columns-dialog.tsx';
import { CreateDialog } from './create-dialog.tsx';
import { ExportRowsDialog } from './export-rows-dialog.tsx';
import { type FileRows, readFile } from './file-rows.ts';
import { ImportDialog } from './import-dialog.tsx';
import { InsertDialog } from './insert-dialog.tsx';
import { tableNamesOf } from './use-tables.ts';

interface ToolbarProps {
  readonly table: TableName;
  readonly title: string;
  readonly total: number | undefined;
  readonly searchRef: { current: HTMLInputElement | null };
  /** The condition of the rows. */
  readonly where: Row | undefined;
  readonly onFilter: () => void;
  readonly isEditing: boolean;
  readonly onEditing: (isEditing: boolean) => void;
}

export function RecordsToolbar({
  table,
  title,
  total,
  searchRef,
  where,
  onFilter,
  isEditing,
  onEditing,
}: ToolbarProps) {
  const { router } = useApp();
  const Create = metadataOf(table).hasOwnSchema ? InsertDialog : CreateDialog;
  const { search = '' } = router.place.value.query;
  const [isCreating, setCreating] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const [isExporting, setExporting] = useState(false);
  return (
    <div class="page-head">
      <h1>{title}</h1>
      <div class="records-filters">
        <TextField
          label="Search"
          isLabelHidden
          type="search"
          placeholder="Search  /"
          value={search}
          inputRef={searchRef}
          onChange={(text) => router.setQuery({ search: text })}
        />
      </div>
      <span class="muted nowrap">{total !== undefined && count(total, 'row')}</span>
      <span class="spacer" />
      <Button icon="filter" label="Add a filter" roomy="Filter" onClick={onFilter} />
      <Button icon="edit" label="Edit cells" roomy="Edit" pressed={isEditing} onClick={() => onEditing(!isEditing)} />
      <Button icon="columns" label="Choose columns" roomy="Columns" onClick={() => setChoosing(true)} />
      <Button icon="download" label="Export" roomy="Export" disabled={total === 0} onClick={() => setExporting(true)} />
      <ImportButton table={table} />
      <Button icon="add" kind="primary" onClick={() => setCreating(true)}>
        Create
      </Button>
      {isChoosing && <ColumnsDialog table={table} onClose={() => setChoosing(false)} />}
      {isExporting && <ExportRowsDialog table={table} query={{ where, search }} onClose={() => setExporting(false)} />}
      {isCreating && <Create table={table} onClose={() => setCreating(false)} />}
    </div>
  );
}

function ImportButton({ table }: { table: TableName }) {
  const [file, setFile] = useState<FileRows>();
  const { session } = useApp();
  const read = async (text: string, name: string) => setFile(readFile(name, text, table, tableNamesOf(session)));
  return (
    <>
      <FileButton buttonLabel="Import" label="File to import" accept=".json,.ndjson,.jsonl,.csv" onRead={read} />
      {file && <ImportDialog file={file} current={table} onClose={() => setFile(undefined)} />}
    </>
  );
}
