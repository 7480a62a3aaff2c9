import { readField, withField } from '../../shared/json.ts';
import { useApp } from '../app/context.ts';
import { isWidths } from '../state/preferences.ts';
import type { Column } from './column.ts';

/** The least width of a column, in pixels. */
const minWidth = 48;

/** The pixels by which a key changes the width of a column. */
export const widthStep = 20;

/** The width of a column. */
export interface ColumnWidth {
  /** Pixels. */
  readonly least: number;
  /** Whether the column takes the rest of a wide grid. */
  readonly grows: boolean;
  /** Changes `least`. Without a number, the column gets its first width again. */
  readonly set: (pixels?: number) => void;
}

/** The widths of the columns of a grid. The browser remembers those that the user sets under the name of the grid. */
export function useColumnWidths<Row>(name: string, columns: readonly Column<Row>[]): readonly ColumnWidth[] {
  const chosen = useApp().preferences.signal<Readonly<Record<string, number>>>(`widths.${name}`, {}, isWidths);
  return columns.map(({ id, size, grows = false }) => {
    const width = readField(chosen.value, id);
    return {
      least: Math.max(minWidth, width ?? size),
      grows: grows && width === undefined,
      set(pixels) {
        chosen.value = withField(chosen.peek(), id, pixels === undefined ? undefined : Math.max(minWidth, pixels));
      },
    };
  });
}
