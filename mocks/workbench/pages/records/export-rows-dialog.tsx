import type { RowQuery } from '../../../control-api/routes/query-rows.ts';
import { type ExportFormat, exportFormats, exportTypes } from '../../../seed/export-types.ts';
import { formatRows } from '../../../seed/row-files.ts';
import { tableNoun } from '../../../shared/table-words.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { download } from '../../text.ts';

interface ExportProps {
  readonly table: TableName;
  /** The rows to export. */
  readonly query: Pick<RowQuery, 'where' | 'search'>;
  readonly onClose: () => void;
}

/** Saves the rows that the page shows as a file of the user. */
export function ExportRowsDialog({ table, query, onClose }: ExportProps) {
  const { session } = useApp();
  const save = async (format: ExportFormat) => {
    const text = formatRows(table, await session.queryRows(table, query), format);
    // Spreadsheets read CSV as UTF-8 only if it has a byte order mark.
    download(`${table}.${format}`, format === 'csv' ? `\ufeff${text}` : text, exportTypes[format]);
    onClose();
  };
  return (
    <Dialog
      title={`Export ${tableNoun(table)}`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          {exportFormats.map((format) => (
            <Button key={format} onClick={() => save(format)}>
              {`Export ${format.toUpperCase()}`}
            </Button>
          ))}
        </>
      }
    >
      <p>The file has the rows that match the search and the filter. An import reads each format.</p>
    </Dialog>
  );
}
