import { useRef, useState } from 'preact/hooks';
import { fieldsOf } from '../../../../src/contract/describe-schema.ts';
import type { Issue } from '../../../../src/contract/validate.ts';
import { ControlApiError } from '../../../remote/control-client.ts';
import { readField } from '../../../shared/json.ts';
import { InvalidRecordError } from '../../../store/errors.ts';
import type { TableName } from '../../../store/row-types.ts';
import { issuesOf } from '../../schema-form/issues.ts';
import { metadataOf } from '../../schema-form/table-metadata.ts';
import type { Row } from '../../state/session.ts';
import { changedFields, fixedColumns } from './changed-fields.ts';
import { useUpdateRows } from './update-rows.ts';

interface EditedCell {
  readonly index: number;
  /** The row as it was when the edit began. */
  readonly row: Row;
  readonly column: string;
  readonly value: unknown;
  /** The messages of the mock, until the value changes. */
  readonly rejected: readonly Issue[];
}

/** Returns the columns of a table that the user can edit, in the order of the given ones. */
export function editableColumns(table: TableName, columns: readonly string[]): readonly string[] {
  const fields = fieldsOf(metadataOf(table).row);
  return columns.filter((name) => !fixedColumns.includes(name) && Object.hasOwn(fields, name));
}

/** The edit of one cell of a grid. */
export function useCellEdit(
  table: TableName,
  columns: readonly string[],
  rowAt: (index: number) => Row | undefined,
  nameOf: (row: Row) => string,
) {
  const update = useUpdateRows(table);
  const [cell, setCell] = useState<EditedCell | undefined>();
  const isSaving = useRef(false);
  const editable = editableColumns(table, columns);
  const issues = cell ? issuesOfCell(table, cell, rowAt(cell.index)) : [];

  /** Stores the value. Resolves with false if it is not valid: the edit goes on then. */
  const save = async (): Promise<boolean> => {
    if (!cell) return true;
    if (isSaving.current) return false;
    const { row, column, value } = cell;
    const isChanged = Object.hasOwn(changedFields(row, { ...row, [column]: value }), column);
    if (isChanged && issues.length > 0) return false;
    isSaving.current = true;
    try {
      if (isChanged) await update([row], { [column]: value }, `Saved ${column} of ${nameOf(row)}.`);
      setCell(undefined);
      return true;
    } catch (error) {
      // The row was deleted, and its cell with it.
      if (error instanceof ControlApiError && error.status === 404) setCell(undefined);
      if (!(error instanceof InvalidRecordError)) throw error;
      setCell({ ...cell, rejected: error.issues });
      return false;
    } finally {
      isSaving.current = false;
    }
  };

  /** Edits a cell, after the former one is saved. Resolves with `closed` if the cell cannot be edited. */
  const start = async (index: number, column: string): Promise<'opened' | 'closed' | 'invalid'> => {
    if (!(await save())) return 'invalid';
    const row = rowAt(index);
    if (row === undefined || !editable.includes(column)) return 'closed';
    setCell({ index, row, column, value: readField(row, column), rejected: [] });
    return 'opened';
  };

  return {
    cell,
    issues,
    editable,
    start,
    save,
    change: (value: unknown) => cell && setCell({ ...cell, value, rejected: [] }),
    cancel: () => setCell(undefined),
    /** Saves, and edits the next or the former cell. See `start`. */
    move(step: 1 | -1): ReturnType<typeof start> {
      const at = editable.indexOf(cell?.column ?? '') + step;
      const isOutside = at < 0 || at >= editable.length;
      return start((cell?.index ?? 0) + (isOutside ? step : 0), editable.at(at % editable.length) ?? '');
    },
  };
}

export type CellEdit = ReturnType<typeof useCellEdit>;

/** Returns the problems of a row with the new value. Other columns of the row may have changed since. */
function issuesOfCell(table: TableName, { row, column, value, rejected }: EditedCell, now: Row | undefined) {
  const current = now?.['id'] === row['id'] ? now : row;
  const issues = issuesOf(metadataOf(table).row, { ...current, [column]: value });
  return issues.length > 0 ? issues : rejected;
}
