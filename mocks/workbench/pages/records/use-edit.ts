import { useState } from 'preact/hooks';
import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import type { Row, Session } from '../../state/session.ts';

interface Draft {
  readonly row: Row;
  /** The text in the JSON editor, which may not be JSON. Default: the JSON of the row. */
  readonly json?: string;
}

interface Edit {
  /** The row as it was when the edit began. */
  readonly base: Row;
  readonly draft: Draft;
  /** The row that the edit was saved over. The edit ends when the row has followed. */
  readonly savedOver?: Row;
}

/** The edits of each mock that are not saved, by table and id. */
const unsaved = new WeakMap<Session, Map<string, Edit>>();

/** The edit of a row. It stays if the user opens another row, or if somebody else changes the row meanwhile. */
export function useEdit(table: TableName, row: Row) {
  const { session } = useApp();
  const edits = unsaved.get(session) ?? new Map<string, Edit>();
  unsaved.set(session, edits);
  const key = `${table} ${String(row['id'])}`;
  const [edit, setState] = useState(() => {
    const kept = edits.get(key);
    return kept && isChanged(kept) ? kept : undefined;
  });
  const setEdit = (changed: Edit | undefined) => {
    setState(changed);
    if (changed && changed.savedOver === undefined) edits.set(key, changed);
    else edits.delete(key);
  };
  const isOver = edit?.savedOver !== undefined && edit.savedOver !== row;
  const current = isOver ? undefined : edit;
  const base = current?.base ?? row;
  const draft = current?.draft ?? { row: base };
  return {
    base,
    draft,
    /** The row as it is now. Somebody else may have changed it since the edit began. */
    row,
    change: (changed: Draft) => setEdit({ base, draft: changed }),
    discard: () => setEdit(undefined),
    /** Ends the edit when the row has followed. If the user goes on before that, the edit begins at the saved draft. */
    saved: () => {
      const latest = edits.get(key);
      setEdit(latest && { ...latest, base: draft.row, ...(latest === edit && { savedOver: row }) });
    },
  };
}

function isChanged({ base, draft: { row, json } }: Edit): boolean {
  return json !== undefined || JSON.stringify(row) !== JSON.stringify(base);
}

/** The edit of a row, which the form and the JSON editor share. */
export type RowEdit = ReturnType<typeof useEdit>;
