import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { Table } from '../../mocks/store/table.ts';

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
  | { readonly restoreOthers: readonly Card[] };

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ put: card }) },
  { weight: 2, arbitrary: fc.record({ remove: fc.constantFrom(...ids) }) },
  { weight: 2, arbitrary: fc.record({ snapshot: fc.constant(true as const) }) },
  { weight: 3, arbitrary: fc.record({ restore: fc.nat() }) },
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

test('a table is a list of rows, whatever is put, removed, kept and restored, and in whichever order', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), fc.boolean(), (steps, isReadInBetween) => {
      const table = new Table<Card>(['owner', 'tags']);
      let cards: readonly Card[] = [];
      const kept: { readonly rows: ReadonlyMap<string, Card>; readonly cards: readonly Card[] }[] = [];
      const keep = () => kept.push({ rows: table.snapshot(), cards });
      keep();
      for (const each of steps) {
        if ('put' in each) {
          const { put } = each;
          table.put(put);
          const replaced = cards.map((old) => (old.id === put.id ? put : old));
          cards = replaced.includes(put) ? replaced : [...cards, put];
        } else if ('remove' in each) {
          table.delete(each.remove);
          cards = cards.filter(({ id }) => id !== each.remove);
        } else if ('snapshot' in each) {
          keep();
        } else if ('restore' in each) {
          const before = kept[each.restore % kept.length];
          if (before) table.restore(before.rows);
          cards = before?.cards ?? [];
        } else {
          table.restore(new Map(each.restoreOthers.map((other) => [other.id, other])));
          cards = each.restoreOthers;
        }
        if (isReadInBetween) expect(shown(table)).toEqual(expected(cards));
      }
      expect(shown(table)).toEqual(expected(cards));
      for (const each of kept) expect([...each.rows.values()]).toEqual(each.cards);
    }),
    { numRuns: 2000 },
  );
});

test('a row that was removed and comes back stands behind those that stayed, and before those that follow', () => {
  const table = new Table<Card>(['owner', 'tags']);
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

test('what is put or restored is frozen, to its depths', () => {
  const table = new Table<Card>(['owner', 'tags']);
  table.put({ id: '1', owner: 'a', tags: ['b'] });
  table.restore(new Map([['2', { id: '2', owner: 'a', tags: ['c'] }]]));
  table.put({ id: '3', owner: 'a', tags: ['b'] });
  for (const row of table.values()) expect([Object.isFrozen(row), Object.isFrozen(row.tags)]).toEqual([true, true]);
});

test('a field without an index is not searched', () => {
  const table = new Table<Card>(['owner']);
  expect(() => table.where('tags', 'a')).toThrow('Column tags has no index');
});

test('a snapshot copies nothing, and going back to it takes no longer than what was written since', () => {
  const table = new Table<Card>(['owner', 'tags']);
  for (let number = 0; number < 1000; number += 1) table.put({ id: String(number), owner: 'a', tags: ['b'] });
  const set = vi.spyOn(Map.prototype, 'set');
  const rows = table.snapshot();
  expect(table.snapshot()).toBe(rows);
  expect(set).not.toHaveBeenCalled();
  table.put({ id: '500', owner: 'c', tags: [] });
  table.put({ id: 'new', owner: 'a', tags: [] });
  set.mockClear();
  table.restore(rows);
  expect(set.mock.calls.length).toBeLessThan(10);
  set.mockRestore();
  expect(table.snapshot()).toBe(rows);
  expect([table.size, table.get('500')?.owner, table.get('new')]).toEqual([1000, 'a', undefined]);
});
