import { useState } from 'preact/hooks';
import type { Row } from '../../state/session.ts';

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

/** The edit of a row. It stays if somebody else changes the row meanwhile. */
export function useEdit(row: Row) {
  const [edit, setEdit] = useState<Edit | undefined>();
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
    saved: () =>
      setEdit((latest) => latest && { ...latest, base: draft.row, ...(latest === edit && { savedOver: row }) }),
  };
}

/** The edit of a row, which the form and the JSON editor share. */
export type RowEdit = ReturnType<typeof useEdit>;
