import { expect, test } from 'vitest';
import { RecentImports } from '../../../mocks/control-api/recent-imports.ts';
import { handleImport } from '../../../mocks/control-api/routes/import.ts';
import { ByteBudget } from '../../../mocks/controls/byte-budget.ts';
import { specifiedTables } from '../../../mocks/store/table-schema.ts';
import { startMock } from '../helpers.ts';

test('a mock with a limit keeps no more rows of imports than the limit', async () => {
  const mock = startMock();
  const handlers = handleImport(specifiedTables, new RecentImports(mock, new ByteBudget(2500)));
  const common = {
    query: {},
    lastEventId: undefined,
    baseUrl: '',
    serverUrl: '',
    assertToken: () => undefined,
    signal: undefined,
  };
  const run = (name: string) => {
    const rows = { taxes: [{ name: name.repeat(1000), is_percentage: true, rate: 1 }] };
    return handlers['POST /import']({ ...common, params: {}, body: { rows, options: {} } });
  };
  const undo = (id: string) => handlers['DELETE /import/{id}']({ ...common, params: { id }, body: undefined });
  for (const name of ['a', 'b', 'c']) await run(name);
  expect(() => undo('1')).toThrow('Import 1 not found');
  expect(undo('2')).toEqual({ undone: true });
  expect(undo('3')).toEqual({ undone: true });
  expect(mock.db.taxes.list().map(({ name }) => name[0])).toEqual(['a']);
});
