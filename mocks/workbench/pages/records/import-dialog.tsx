import { useMemo, useRef, useState } from 'preact/hooks';
import type { ControlImport } from '../../../control-api/routes/import.ts';
import type { ImportOptions } from '../../../seed/import-rows.ts';
import { atLines } from '../../../seed/row-lines.ts';
import { tableNoun } from '../../../shared/table-words.ts';
import { InvalidRecordError } from '../../../store/errors.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { SelectField } from '../../components/field.tsx';
import { count, formatCell } from '../../text.ts';
import { type CsvMapping, guessMapping, parseCsvFile } from './csv-columns.ts';
import { CsvMappingFields } from './csv-mapping.tsx';
import type { FileRows } from './file-rows.ts';
import { ImportProblems } from './import-problems.tsx';
import { undoImport } from './update-rows.ts';
import { tableNamesOf } from './use-tables.ts';

interface ImportProps {
  readonly file: FileRows;
  /** The table that the page shows. */
  readonly current: TableName;
  readonly onClose: () => void;
}

type Existing = NonNullable<ImportOptions['existing']>;

const existingOptions: readonly { readonly value: Existing; readonly label: string }[] = [
  { value: 'update', label: 'Update them' },
  { value: 'keep', label: 'Keep them as they are' },
  { value: 'reject', label: 'Reject the file' },
];

/** Imports the rows of a file: all of them, or none. */
export function ImportDialog({ file, current, onClose }: ImportProps) {
  const names = tableNamesOf(useApp().session);
  const { csv } = file;
  const named = names.find((name) => file.tables[name]);
  const [table, setTable] = useState(named ?? current);
  const [existing, setExisting] = useState<Existing>('update');
  const [chosen, setChosen] = useState<CsvMapping>();
  const mapping = useMemo(() => chosen ?? (csv && guessMapping(csv, table)), [chosen, csv, table]);
  const parsed = useMemo(() => csv && mapping && parseCsvFile(csv, table, mapping), [csv, mapping, table]);
  const tables = parsed ? (parsed.rows ?? {}) : file.tables;
  const lists = Object.values<readonly object[]>(tables);
  const { state, error, start, cancel } = useImport(onClose);
  const problems = parsed && 'problems' in parsed ? parsed.problems : error;
  const total = lists.reduce((sum, { length }) => sum + length, 0);
  const isRunning = state !== 'idle';
  return (
    <Dialog
      title={`Import ${file.name}`}
      isWide={csv !== undefined}
      onClose={isRunning ? cancel : onClose}
      onSubmit={() => start({ rows: file.isList ? { [table]: lists[0] } : tables, existing })}
      actions={
        <>
          {isRunning && <progress aria-label="Import" />}
          <Button disabled={state === 'cancelled'} onClick={isRunning ? cancel : onClose}>
            Cancel
          </Button>
          <Button kind="primary" type="submit" disabled={isRunning || total === 0}>
            Import
          </Button>
        </>
      }
    >
      <p role="status">
        {state === 'running' && `Importing ${count(total, 'row')} …`}
        {state === 'cancelled' && 'Cancelling …'}
        {state === 'idle' && describeRows({ ...file, tables }, total)}
      </p>
      {file.isList && (
        <SelectField
          label="Table"
          value={table}
          options={names.map((name) => ({ value: name, label: tableNoun(name) }))}
          hint={
            table !== current &&
            table === named &&
            `The rows have the columns of ${tableNoun(table)}, not of ${tableNoun(current)}.`
          }
          onChange={(name) => {
            setTable(name);
            setChosen(undefined);
          }}
        />
      )}
      {csv && mapping && <CsvMappingFields csv={csv} table={table} mapping={mapping} onChange={setChosen} />}
      {parsed && 'error' in parsed && <p class="form-error">{formatCell(parsed.error, 500)}</p>}
      <SelectField
        label="Records that exist already"
        value={existing}
        options={existingOptions}
        hint={existing === 'update' && 'The fields of the file replace those of the record with the same id.'}
        onChange={setExisting}
      />
      {problems && <ImportProblems error={problems} />}
    </Dialog>
  );
}

function describeRows({ isList, tables, csv }: FileRows, total: number): string {
  if (total === 0) return csv ? 'Choose the columns of the table for those of the file.' : 'The file has no rows.';
  if (isList && !csv) return `The file has ${count(total, 'row')}.`;
  const lists = Object.entries(tables).map(
    ([name, rows]) => `${rows.length.toLocaleString('en-US')} ${tableNoun(name)}`,
  );
  return `The file has ${lists.join(', ')}.`;
}

/** Runs an import. It takes effect at once, so cancelling it means to undo it. */
function useImport(onClose: () => void) {
  const app = useApp();
  const { session, toasts } = app;
  const [state, setState] = useState<'idle' | 'running' | 'cancelled'>('idle');
  const [error, setError] = useState<InvalidRecordError>();
  const isCancelled = useRef(false);
  const start = async (body: { readonly rows: FileRows['tables']; readonly existing: Existing }) => {
    setState('running');
    setError(undefined);
    // A mock in the page occupies it. Its progress must be visible before.
    await new Promise((resolve) => setTimeout(resolve));
    try {
      const imported = await session.control.call('POST /import', { body });
      onClose();
      if (isCancelled.current) {
        await undoImport(app, imported.id, 'Cancelled the import. Nothing has changed.');
        return;
      }
      await session.refresh();
      toasts.show(describeImport(imported), () => undoImport(app, imported.id, 'Undid the import.'));
    } catch (reason) {
      if (isCancelled.current) onClose();
      setState('idle');
      const error = atLines(reason, body.rows);
      if (!(error instanceof InvalidRecordError)) throw error;
      setError(error);
    }
  };
  const cancel = () => {
    isCancelled.current = true;
    setState('cancelled');
  };
  return { state, error, start, cancel };
}

function describeImport({ inserted, updated, kept }: ControlImport): string {
  const updates = updated > 0 ? `, updated ${count(updated, 'record')}` : '';
  const unchanged = kept > 0 ? `, left ${count(kept, 'record')} unchanged` : '';
  return `Created ${count(inserted, 'record')}${updates}${unchanged}.`;
}
