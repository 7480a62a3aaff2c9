/** Restores of snapshots that are undone: the ids and the order of the rows that come back, and of later ones. */
import { describe, expect, test } from 'vitest';
import { createMemoryStore, InvalidRecordError, type MockServer } from '../../../mocks/index.ts';
import { fc } from '../../fast-check.ts';
import { runs } from '../../sample.ts';
import { contents, startMock } from '../helpers.ts';

const customId = '0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b';

const namesOf = (mock: MockServer) => mock.db.taxes.list().map(({ name }) => name);

const idsOf = (mock: MockServer) => Object.values(mock.db).flatMap((table) => table.list().map(({ id }) => id));

/** Returns the names of the taxes after a restart. */
async function namesAfterRestart(mock: MockServer, store: ReturnType<typeof createMemoryStore>) {
  await mock.flush();
  const restarted = startMock();
  await restarted.persist(await store.open('a'));
  expect(contents(restarted)).toEqual(contents(mock));
  return namesOf(restarted);
}

async function start() {
  const store = createMemoryStore();
  const mock = startMock();
  await mock.persist(await store.open('a'));
  const insert = (name: string, id?: string) => mock.db.taxes.insert({ name, ...(id !== undefined && { id }) });
  return { mock, store, insert };
}

describe('if a restore is undone', () => {
  test.each(['undo', 'restoreBefore'] as const)('by %s, rows keep the order of their creation', async (method) => {
    const { mock, store, insert } = await start();
    const snapshot = mock.snapshot();
    insert('A');
    insert('B');
    mock.restore(snapshot);
    mock.history[method](3);
    insert('C');
    expect(namesOf(mock)).toEqual(['A', 'B', 'C']);
    expect(await namesAfterRestart(mock, store)).toEqual(['A', 'B', 'C']);
  });

  test('rows that were created after the restore come after those that come back', async () => {
    const { mock, store, insert } = await start();
    const snapshot = mock.snapshot();
    insert('A', 'ffffffff-0b0b-4b0b-8b0b-0b0b0b0b0b0b');
    mock.restore(snapshot);
    insert('B', customId);
    mock.history.undo(2);
    insert('C');
    expect(namesOf(mock)).toEqual(['A', 'B', 'C']);
    expect(await namesAfterRestart(mock, store)).toEqual(['A', 'B', 'C']);
  });

  test('new rows get neither the ids of rows that come back nor those of rows that were deleted', async () => {
    const { mock, insert } = await start();
    const snapshot = mock.snapshot();
    const [first, second] = [insert('A').id, insert('B').id];
    mock.db.taxes.delete(second);
    mock.restore(snapshot);
    mock.history.undo(4);
    expect([first, second]).not.toContain(insert('C').id);
    expect([first, second]).not.toContain(mock.create.customer().id);
    mock.history.undo(3);
    expect(namesOf(mock)).toEqual(['A', 'B', 'C']);
    expect(new Set(idsOf(mock)).size).toBe(idsOf(mock).length);
  });

  test('the ids continue after a restart, even if no row has come back', async () => {
    const { mock, store, insert } = await start();
    const { id } = insert('A');
    const snapshot = mock.snapshot();
    const { id: deleted } = insert('B');
    mock.db.taxes.delete(deleted);
    mock.db.taxes.update(id, { name: 'A2' });
    mock.restore(snapshot);
    mock.history.undo(5);
    await mock.flush();
    const restarted = startMock();
    await restarted.persist(await store.open('a'));
    expect(restarted.create.customer().id).not.toBe(deleted);
  });

  test('it is an error as long as a row of another table has the id of a row that would come back', async () => {
    const { mock, insert } = await start();
    const snapshot = mock.snapshot();
    const { id } = insert('A');
    mock.restore(snapshot);
    expect(mock.create.currency().id).toBe(id);
    expect(() => mock.history.undo(2)).toThrow(
      new InvalidRecordError('currencies', [
        { path: 'id', message: `${id} was changed by change 3. Undo that change first` },
      ]),
    );
    mock.history.undo(3);
    mock.history.undo(2);
    expect(mock.db.taxes.get(id)).toMatchObject({ name: 'A' });
  });

  test('a row may have the id of a row of another table, if it was given', async () => {
    const { mock, insert } = await start();
    mock.create.currency({ id: customId });
    insert('A', customId);
    mock.db.taxes.delete(customId);
    mock.history.undo(3);
    expect(mock.db.taxes.get(customId)).toMatchObject({ name: 'A' });
  });
});

/** Steps of a program. The number chooses among the changes, snapshots and records that there are. */
const steps: Readonly<Record<string, (mock: MockServer, choice: number, snapshots: MockSnapshots) => unknown>> = {
  tax: (mock, choice) => mock.db.taxes.insert({ name: `Tax ${choice}` }),
  currency: (mock) => mock.create.currency(),
  delete: (mock, choice) => mock.db.taxes.delete(mock.db.taxes.list()[choice]?.id ?? ''),
  save: (mock, _, snapshots) => snapshots.push(mock.snapshot()),
  restore: (mock, choice, snapshots) => mock.restore(snapshots[choice % snapshots.length] ?? mock.snapshot()),
  undo: (mock, choice) => mock.history.undo(changeBefore(mock, choice % 3)),
  undoRestore: (mock) =>
    mock.history.undo(mock.history.list().findLast(({ origin }) => origin === 'snapshot')?.id ?? 1),
  restoreBefore: (mock, choice) => mock.history.restoreBefore(changeBefore(mock, choice)),
};

/** Returns the id of a recent change: 0 for the last one. */
function changeBefore(mock: MockServer, distance: number): number {
  return mock.history.list().at(-1 - distance)?.id ?? 1;
}

type MockSnapshots = ReturnType<MockServer['snapshot']>[];

test('after any restores and undos, no two rows share an id, and a restart keeps the order', async () => {
  const step = fc.tuple(fc.constantFrom(...Object.keys(steps)), fc.nat(8));
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 20 }), async (program) => {
      const { mock, store } = await start();
      const snapshots = [mock.snapshot()];
      for (const [name, choice] of program) {
        try {
          steps[name]?.(mock, choice, snapshots);
        } catch (error) {
          // The state does not allow the step.
          if (!(error instanceof InvalidRecordError) && !(error instanceof RangeError)) throw error;
        }
        expect(new Set(idsOf(mock)).size).toBe(idsOf(mock).length);
      }
      await namesAfterRestart(mock, store);
    }),
    { numRuns: runs(500) },
  );
});
