import type { TableName } from '../../../store/row-types.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Switch } from '../../components/field.tsx';
import { columnNames, useShownColumns } from './shown-columns.ts';

/** Chooses the columns that the grid of a table shows. */
export function ColumnsDialog({ table, onClose }: { table: TableName; onClose: () => void }) {
  const { names, show } = useShownColumns(table);
  const all = columnNames(table);
  return (
    <Dialog
      title="Choose columns"
      isWide
      onClose={onClose}
      actions={
        <>
          <Button onClick={() => show(null)}>Default</Button>
          <Button disabled={names.length === all.length} onClick={() => show(all)}>
            Show all
          </Button>
          <Button kind="primary" onClick={onClose}>
            Done
          </Button>
        </>
      }
    >
      <div class="columns-choice">
        {all
          .filter((name) => name !== 'id')
          .map((name) => (
            <Switch
              key={name}
              label={name}
              checked={names.includes(name)}
              onChange={(isVisible) => show(isVisible ? [...names, name] : names.filter((each) => each !== name))}
            />
          ))}
      </div>
    </Dialog>
  );
}
