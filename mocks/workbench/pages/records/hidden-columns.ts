import type { Signal } from '@preact/signals';
import type { TableName } from '../../../store/row-types.ts';
import type { Preferences } from '../../store/preferences.ts';

/** The columns of a table that the grid does not show. They are remembered. */
export function hiddenColumns(preferences: Preferences, table: TableName): Signal<readonly string[]> {
  return preferences.signal<readonly string[]>(`hidden columns.${table}`, [], isTextList);
}

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string');
