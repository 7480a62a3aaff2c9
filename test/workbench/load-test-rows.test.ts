import { expect, onTestFinished, test, vi } from 'vitest';
import { createControlFetch } from '../../mocks/control-api/control-api.ts';
import { createMockServer, type MockServer } from '../../mocks/index.ts';
import { rowsBefore } from '../../mocks/workbench/code/test-rows.ts';
import { loadTestRows } from '../../mocks/workbench/pages/requests/load-test-rows.ts';
import { Session } from '../../mocks/workbench/state/session.ts';
import { MasterDataClient } from '../../src/index.ts';

async function startSession(mock: MockServer): Promise<Session> {
  const fetch = createControlFetch(mock);
  const session = new Session({ controlUrl: `${new URL(mock.baseUrl).origin}/__mock/`, fetch });
  onTestFinished(session.start({ visibilityState: 'visible', addEventListener() {}, removeEventListener() {} }));
  await vi.waitFor(() => expect(session.state.value).toBeDefined());
  return session;
}

test('the rows for a test have all rows that they refer to, from large tables too', async () => {
  const mock = createMockServer();
  const root = mock.create.category({});
  const parent = mock.create.category({ parent_category_id: root.id });
  const category = mock.create.category({ parent_category_id: parent.id });
  const catalogs = [mock.create.catalog({}), mock.create.catalog({})];
  const { id } = mock.create.product({
    product_parent_id: mock.create.productParent({
      catalog_ids: catalogs.map((catalog) => catalog.id),
      category_ids: [category.id],
    }).id,
  });
  for (let index = 0; index < 110; index += 1) {
    mock.create.category({});
    mock.create.catalog({});
  }
  await new MasterDataClient(mock.clientOptions).products.get(id);
  const rows = await loadTestRows(await startSession(mock), mock.journal.list());
  expect(rows.categories?.map((row) => row['id'])).toEqual([category.id, parent.id, root.id]);
  expect(rows.catalogs?.map((row) => row['id'])).toEqual(catalogs.map((catalog) => catalog.id));
  const copy = createMockServer({ seed: rowsBefore(rows, mock.journal.list(), mock.workspace) as object });
  expect(copy.db.products.get(id)).toMatchObject({ id });
});
