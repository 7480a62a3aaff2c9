import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { demo } from '../../../mocks/index.ts';
import { copyValidRows } from '../../../mocks/store/complete-row.ts';
import { metadata, tableNames } from '../../../mocks/store/metadata.ts';
import { RowMap } from '../../../mocks/store/row-map.ts';
import { positionOf, setPosition } from '../../../mocks/store/row-order.ts';
import type { TableName } from '../../../mocks/store/row-types.ts';
import { Table } from '../../../mocks/store/table.ts';
import { fc } from '../../fast-check.ts';
import { runs } from '../../sample.ts';
import { startMock } from '../helpers.ts';

interface Card {
  readonly id: string;
  readonly owner: string | null;
  readonly tags: readonly string[];
}

const ids = ['1', '2', '3', '4', '5', '6'];
const names = ['a', 'b', 'c'];

const card: fc.Arbitrary<Card> = fc.record({
  id: fc.constantFrom(...ids),
  owner: fc.constantFrom(...names, null),
  tags: fc.subarray(names),
});

type Step =
  | { readonly put: Card }
  | { readonly remove: string }
  | { readonly snapshot: true }
  | { readonly restore: number }
  | { readonly revert: true }
  | { readonly reload: number }
  | { readonly restoreOthers: readonly Card[] };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ put: card }) },
  { weight: 2, arbitrary: fc.record({ remove: fc.constantFrom(...ids) }) },
  { weight: 2, arbitrary: fc.record({ snapshot: fc.constant(true as const) }) },
  { weight: 3, arbitrary: fc.record({ restore: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ revert: fc.constant(true as const) }) },
  { weight: 2, arbitrary: fc.record({ reload: fc.nat() }) },
  {
    weight: 1,
    arbitrary: fc.record({ restoreOthers: fc.uniqueArray(card, { selector: ({ id }) => id }) }),
  },
);

/** Reads a table: all rows in order, and each way to find a row. */
function shown(table: Table<Card>) {
  return {
    size: table.size,
    rows: [...table.values()],
    byId: ids.map((id) => table.get(id)),
    byOwner: names.map((name) => [table.has('owner', name), table.where('owner', name)]),
    byTag: names.map((name) => [table.has('tags', name), table.where('tags', name)]),
  };
}

/** Returns the same for a list of cards. */
function expected(cards: readonly Card[]) {
  const found = (belongs: (each: Card, name: string) => boolean) =>
    names.map((name) => {
      const those = cards.filter((each) => belongs(each, name));
      return [those.length > 0, those];
    });
  return {
    size: cards.length,
    rows: cards,
    byId: ids.map((id) => cards.find((each) => each.id === id)),
    byOwner: found(({ owner }, name) => owner === name),
    byTag: found(({ tags }, name) => tags.includes(name)),
  };
}

/** Returns equal rows at the same positions, as they are loaded from a store. */
function storedRows(table: Table<Card>): ReadonlyMap<string, Card> {
  return new Map(
    Array.from(table.values(), (row) => {
      const copy = structuredClone(row);
      setPosition(copy, positionOf(row));
      return [copy.id, copy];
    }),
  );
}

test('a table equals a list of rows after any sequence of writes, snapshots, restores, reverts and reloads', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.boolean(), (steps, isReadInBetween) => {
      const copy = new Map<string, Card>();
      const table = new Table<Card>(undefined, (id, before) => {
        expect(copy.get(id)).toBe(before);
        const row = table.get(id);
        if (row) copy.set(id, row);
        else copy.delete(id);
      });
      let cards: readonly Card[] = [];
      let undo: (() => void) | undefined;
      const undoLater = (id: string) => {
        const before = { row: table.get(id), cards };
        undo = () => {
          table.set(id, before.row);
          cards = before.cards;
        };
      };
      const kept: { readonly rows: ReadonlyMap<string, Card>; readonly cards: readonly Card[] }[] = [];
      const keep = () => kept.push({ rows: table.snapshot(), cards });
      keep();
      for (const each of steps) {
        if ('revert' in each) {
          undo?.();
          undo = undefined;
        } else if ('put' in each) {
          const { put } = each;
          undoLater(put.id);
          table.put(put);
          const replaced = cards.map((old) => (old.id === put.id ? put : old));
          cards = replaced.includes(put) ? replaced : [...cards, put];
        } else if ('remove' in each) {
          undoLater(each.remove);
          table.delete(each.remove);
          cards = cards.filter(({ id }) => id !== each.remove);
        } else if ('snapshot' in each) {
          keep();
        } else if ('restore' in each) {
          undo = undefined;
          const before = kept[each.restore % kept.length];
          if (before) table.restore(before.rows);
          cards = before?.cards ?? [];
        } else if ('reload' in each) {
          undo = undefined;
          const seed = kept[each.reload % kept.length]?.rows ?? new Map();
          table.restore(RowMap.from(storedRows(table)).shareWith(RowMap.from(seed)));
        } else {
          undo = undefined;
          table.restore(new Map(each.restoreOthers.map((other) => [other.id, other])));
          cards = each.restoreOthers;
        }
        if (isReadInBetween) expect(shown(table)).toEqual(expected(cards));
      }
      expect(shown(table)).toEqual(expected(cards));
      expect([...copy.keys()].sort()).toEqual(cards.map(({ id }) => id).sort());
      for (const [id, row] of copy) expect(table.get(id)).toBe(row);
      for (const each of kept) expect([...each.rows.values()]).toEqual(each.cards);
    }),
    { numRuns: runs(2000) },
  );
});

test('a row that is removed and inserted again comes last', () => {
  const table = new Table<Card>();
  for (const id of ['1', '2', '3']) table.put({ id, owner: 'a', tags: [] });
  table.put({ id: '1', owner: 'b', tags: [] });
  table.put({ id: '1', owner: 'a', tags: [] });
  expect(table.where('owner', 'a').map(({ id }) => id)).toEqual(['1', '2', '3']);
  table.delete('1');
  table.put({ id: '1', owner: 'b', tags: [] });
  table.put({ id: '4', owner: 'a', tags: [] });
  table.put({ id: '1', owner: 'a', tags: [] });
  expect(table.where('owner', 'a').map(({ id }) => id)).toEqual(['2', '3', '1', '4']);
});

test('rows are deeply frozen', () => {
  const table = new Table<Card>();
  table.put({ id: '1', owner: 'a', tags: ['b'] });
  table.restore(new Map([['2', { id: '2', owner: 'a', tags: ['c'] }]]));
  table.put({ id: '3', owner: 'a', tags: ['b'] });
  for (const row of table.values()) expect([Object.isFrozen(row), Object.isFrozen(row.tags)]).toEqual([true, true]);
});

test('snapshots and restores copy nothing, and writes copy only what changes', () => {
  const table = new Table<Card>();
  for (let number = 0; number < 1000; number += 1) table.put({ id: String(number), owner: 'a', tags: ['b'] });
  table.snapshot();
  table.put({ id: '1', owner: 'a', tags: [] });
  table.where('owner', 'a');
  const set = vi.spyOn(Map.prototype, 'set');
  onTestFinished(() => set.mockRestore());
  const rows = table.snapshot();
  expect(table.snapshot()).toBe(rows);
  expect(set).not.toHaveBeenCalled();
  table.put({ id: '500', owner: 'c', tags: [] });
  table.put({ id: 'new', owner: 'a', tags: [] });
  expect(set.mock.calls.length).toBeLessThan(20);
  set.mockClear();
  table.restore(rows);
  expect(set).not.toHaveBeenCalled();
  expect(table.snapshot()).toBe(rows);
  expect([table.size, table.get('500')?.owner, table.get('new')]).toEqual([1000, 'a', undefined]);
});

test('a restore reads only the rows that have changed since the snapshot, even if it is the first one', () => {
  const onWrite = vi.fn();
  const table = new Table<Card>(undefined, onWrite);
  for (let number = 0; number < 1000; number += 1) table.put({ id: String(number), owner: 'a', tags: ['b'] });
  const rows = table.snapshot();
  const changed = table.put({ id: '500', owner: 'c', tags: [] });
  onWrite.mockClear();
  const get = vi.spyOn(Map.prototype, 'get');
  onTestFinished(() => get.mockRestore());
  table.restore(rows);
  expect(get.mock.calls.length).toBeLessThan(20);
  expect(onWrite.mock.calls).toEqual([['500', changed]]);
  expect(table.get('500')?.owner).toBe('a');
});

test('a new row comes after the rows that a restore has removed, so that these can come back', () => {
  const table = new Table<Card>();
  table.put({ id: '1', owner: 'a', tags: [] });
  const rows = table.snapshot();
  const removed = table.put({ id: '3', owner: 'a', tags: [] });
  table.restore(rows);
  table.put({ id: '2', owner: 'a', tags: [] });
  table.set('3', removed);
  expect(Array.from(table.values(), ({ id }) => id)).toEqual(['1', '3', '2']);
});

test('tables that restore the same snapshot share its rows and indexes, but not their changes', () => {
  const seed = new Table<Card>();
  for (let number = 0; number < 1000; number += 1) seed.put({ id: String(number), owner: 'a', tags: [] });
  const rows = seed.snapshot();
  const [first, second] = [new Table<Card>(), new Table<Card>()];
  first.restore(rows);
  second.restore(rows);
  expect(first.where('owner', 'a')).toBe(second.where('owner', 'a'));
  first.put({ id: '1', owner: 'b', tags: [] });
  first.delete('2');
  second.put({ id: 'new', owner: 'b', tags: [] });
  expect([first.size, first.get('2'), first.where('owner', 'b').map(({ id }) => id)]).toEqual([999, undefined, ['1']]);
  expect([second.size, second.get('1')?.owner, second.where('owner', 'b').map(({ id }) => id)]).toEqual([
    1001,
    'a',
    ['new'],
  ]);
  expect([seed.size, seed.has('owner', 'b')]).toEqual([1000, false]);
});

test('a list is the same object until one of its rows changes', () => {
  const table = new Table<Card>();
  for (const id of ids) table.put({ id, owner: id < '4' ? 'a' : 'b', tags: [] });
  table.snapshot();
  table.put({ id: '1', owner: 'a', tags: ['a'] });
  const list = table.where('owner', 'a');
  expect([table.where('owner', 'a') === list, Object.isFrozen(list)]).toEqual([true, true]);
  table.put({ id: '5', owner: 'b', tags: ['a'] });
  expect(table.where('owner', 'a')).toBe(list);
  table.put({ id: '5', owner: 'a', tags: ['a'] });
  expect(table.where('owner', 'a').map(({ id }) => id)).toEqual(['1', '2', '3', '5']);
});

describe('copyValidRows', () => {
  const rowsOf = (name: TableName): object[] => JSON.parse(JSON.stringify(startMock({ seed: demo }).db[name].list()));

  test.each(tableNames)('returns rows of %s as their schema does', (name) => {
    const rows = rowsOf(name);
    const parsed = rows.map((row) => metadata[name].row.parse(row));
    // Rows with open fields have more than their columns.
    const expected = metadata[name].hasOpenFields ? undefined : parsed;
    expect(JSON.stringify(copyValidRows(metadata[name], rows))).toBe(JSON.stringify(expected));
  });

  test('converts values that are repeated', () => {
    const created_at = '2020-01-31T10:00:00+01:00';
    const rows = rowsOf('customers').map((row) => ({ ...row, created_at }));
    const copies = copyValidRows(metadata.customers, rows) ?? [];
    expect(new Set(copies.map((row) => row.created_at))).toEqual(new Set(['2020-01-31T09:00:00.000Z']));
    expect(copies).toHaveLength(rows.length);
  });

  test.each([
    ['an unknown field', { extra: 1 }],
    ['a bad value', { type: 'person' }],
    ['a missing field', { name: undefined }],
  ])('returns undefined for %s', (_, changes) => {
    const [first, second] = rowsOf('customers');
    const bad = JSON.parse(JSON.stringify({ ...second, ...changes }));
    expect(copyValidRows(metadata.customers, [first, bad, bad])).toBeUndefined();
  });
});

test('rows at the same position are in the order of their ids, whichever was written first', () => {
  const orders = [
    ['1', '2'],
    ['2', '1'],
  ].map((written) => {
    const table = new Table<Card>();
    for (const id of written) table.putAt(0, { id, owner: 'a', tags: [] });
    return [...table.values(), ...table.where('owner', 'a')].map(({ id }) => id);
  });
  expect(orders).toEqual([
    ['1', '2', '1', '2'],
    ['1', '2', '1', '2'],
  ]);
});
