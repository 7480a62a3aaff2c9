import { expect, test } from 'vitest';
import { createMemoryStore, createMockServer, demo, type MockServerOptions } from '../../mocks/index.ts';

/** Stores a mock with a seed, and returns a function that restores it in a mock with another seed. */
async function storeWith(seed: MockServerOptions['seed']) {
  const store = createMemoryStore();
  const restore = async (other: typeof seed) => {
    const mock = createMockServer({ seed: other, token: 'secret' });
    const attached = await mock.persist(await store.open('default'));
    return { mock, attached };
  };
  await (await restore(seed)).attached.detach();
  return restore;
}

test('a restored mock knows whether its seed has changed, until it is reset', async () => {
  const restore = await storeWith({ taxes: [{ name: 'Spring' }] });
  const same = await restore({ taxes: [{ name: 'Spring' }] });
  expect(same.attached).toMatchObject({ loaded: 'restored', isSeedChanged: false });
  await same.attached.detach();

  for (let starts = 0; starts < 2; starts += 1) {
    const { attached, mock } = await restore({ taxes: [{ name: 'Autumn' }] });
    expect(attached.isSeedChanged).toBe(true);
    expect(mock.db.taxes.list()).toMatchObject([{ name: 'Spring' }]);
    mock.create.tax({ name: 'Another' });
    if (starts > 0) mock.reset();
    else mock.db.taxes.delete(mock.db.taxes.find({ name: 'Another' })?.id ?? '');
    await attached.detach();
  }

  const { attached, mock } = await restore({ taxes: [{ name: 'Autumn' }] });
  expect(attached.isSeedChanged).toBe(false);
  expect(mock.db.taxes.list()).toMatchObject([{ name: 'Autumn' }]);
});

test('a function is another seed if its text differs', async () => {
  const restore = await storeWith(demo);
  const { attached } = await restore(demo);
  expect(attached.isSeedChanged).toBe(false);
  await attached.detach();
  expect((await restore((db) => void db.taxes.insert({ name: 'Spring' }))).attached.isSeedChanged).toBe(true);
});
