import type { TableName } from '../../../store/row-types.ts';
import { useApp } from '../../app/context.ts';
import { chosenColumns, columnNames } from './columns.tsx';

/** The columns that the grid of a table shows, and a function to show others, which are remembered. */
export function useShownColumns(table: TableName) {
  const { preferences, session } = useApp();
  const stored = preferences.signal<readonly string[] | null>(`columns.${table}`, null, isTextList);
  const hasOneWorkspace = (session.state.value?.tables.workspaces ?? 1) === 1;
  const initial = hasOneWorkspace ? chosenColumns(table) : [...chosenColumns(table), 'workspace_id'];
  const shown = stored.value ?? initial;
  return {
    // The id is always visible: rows can look the same without it.
    names: columnNames(table).filter((name) => name === 'id' || shown.includes(name)),
    /** Shows other columns, or the initial ones. */
    show(names: readonly string[] | null) {
      stored.value = names;
    },
  };
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
