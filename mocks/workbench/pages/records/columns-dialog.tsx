import { metadata } from '../../../store/metadata.ts';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Switch } from '../../components/field.tsx';
import { columnNames } from './columns.tsx';
import { hiddenColumns } from './hidden-columns.ts';

/** Chooses the columns that the grid of a table shows. */
export function ColumnsDialog({ table, onClose }: { table: TableName; onClose: () => void }) {
  const hidden = hiddenColumns(useApp().preferences, table);
  const show = (name: string, isVisible: boolean) => {
    const others = hidden.value.filter((each) => each !== name);
    hidden.value = isVisible ? others : [...others, name];
  };
  return (
    <Dialog
      title={`Columns of ${metadata[table].label.toLowerCase()}`}
      onClose={onClose}
      actions={
        <>
          <Button
            disabled={hidden.value.length === 0}
            onClick={() => {
              hidden.value = [];
            }}
          >
            Show all
          </Button>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div class="columns-choice">
        {columnNames(table).map((name) => (
          <Switch
            key={name}
            label={name}
            checked={!hidden.value.includes(name)}
            // A row without its id could not be told from others.
            disabled={name === 'id'}
            onChange={(isVisible) => show(name, isVisible)}
          />
        ))}
      </div>
    </Dialog>
  );
}
