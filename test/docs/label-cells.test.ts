import { expect, test } from 'vitest';
import { labelCells } from '../../docs/.vitepress/label-cells.ts';

/** Returns the labels of the cells of tables. The first row of a table has the headings. */
function labelsOf(...tables: string[][][]): (string | undefined)[] {
  const labels: (string | undefined)[] = [];
  const token = (type: string, content = '') => ({
    type,
    content,
    attrSet: (_name: string, value: string) => labels.push(value),
  });
  const row = (type: string, cells: readonly string[]) => [
    token('tr_open'),
    ...cells.flatMap((cell) => [token(type), token('inline', cell)]),
  ];
  labelCells(
    tables.flatMap(([headings = [], ...rows]) => [
      token('table_open'),
      ...row('th_open', headings),
      ...rows.flatMap((cells) => row('td_open', cells)),
    ]),
  );
  return labels;
}

test('each cell has the heading of its column as plain text', () => {
  const first = [
    ['', '`fetch`', '[Orval](https://orval.dev)'],
    ['size', '0.2 kB', '0.3 kB'],
    ['time', '10 µs', '10 µs'],
  ];
  const second = [['option', 'default'], ['`seed`']];
  expect(labelsOf(first, second)).toEqual(['', 'fetch', 'Orval', '', 'fetch', 'Orval', 'option']);
});
