import { useState } from 'preact/hooks';
import type { Row } from '../../store/session.ts';

interface Edit<T> {
  /** The row as it was when the edit began. */
  readonly base: Row;
  readonly value: T;
  /** The row that the edit was saved over. The edit ends when the row has followed. */
  readonly savedOver?: Row;
}

/** The edit of a row. It stays if somebody else changes the row meanwhile. */
export function useEdit<T>(row: Row) {
  const [edit, setEdit] = useState<Edit<T> | undefined>();
  const isOver = edit?.savedOver !== undefined && edit.savedOver !== row;
  const current = isOver ? undefined : edit;
  const base = current?.base ?? row;
  return {
    base,
    /** Undefined if there is no edit. */
    value: current?.value,
    /** Whether somebody else has changed the row since the edit began. */
    isOutdated: base !== row,
    change: (value: T) => setEdit({ base, value }),
    discard: () => setEdit(undefined),
    saved: () => setEdit(current && { ...current, savedOver: row }),
  };
}
