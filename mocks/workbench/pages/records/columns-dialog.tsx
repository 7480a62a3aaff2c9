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
  // The id is always visible: rows can look the same without it.
  const choices = columnNames(table).filter((name) => name !== 'id');
  const show = (name: string, isVisible: boolean) => {
    const others = hidden.value.filter((each) => each !== name);
    hidden.value = isVisible ? others : [...others, name];
  };
  return (
    <Dialog
      title="Choose columns"
      isWide
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
        {choices.map((name) => (
          <Switch
            key={name}
            label={name}
            checked={!hidden.value.includes(name)}
            onChange={(isVisible) => show(name, isVisible)}
          />
        ))}
      </div>
    </Dialog>
  );
}
