/** `GET /__mock/export`, and rows of files over the control API. */
import { expect, test } from 'vitest';
import { createMockServer, demo, parseCsv, parseNdjson } from '../../../mocks/index.ts';
import { connectMock } from '../../../mocks/remote.ts';
import { send, serve } from '../../http/serve.ts';

test.each([
  ['json', 'application/json', (text: string) => ({ taxes: JSON.parse(text) })],
  ['ndjson', 'application/x-ndjson', (text: string) => parseNdjson('taxes', text)],
  ['csv', 'text/csv; charset=utf-8', (text: string) => parseCsv('taxes', text)],
] as const)('exports a table as %s', async (format, type, parse) => {
  const { url, mock } = await serve();
  const response = await fetch(`${url}/__mock/export?table=taxes&format=${format}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, type]);
  expect(response.headers.get('content-disposition')).toBe(`attachment; filename="taxes.${format}"`);
  expect(parse(await response.text())).toEqual({ taxes: mock.db.taxes.list() });
});

test('exports JSON by default, and only the rows that contain a text', async () => {
  const { url, mock } = await serve();
  mock.db.taxes.insert({ name: 'Só 7%' });
  const { body } = await send(`${url}/__mock/export?table=taxes&search=so%207`, 'GET');
  expect(body).toEqual([mock.db.taxes.find({ name: 'Só 7%' })]);
});

test.each([
  ['', 'table: must be given. Tables: workspaces, customers, '],
  ['?table=custmers', 'Unknown table "custmers". Did you mean "customers"?'],
  ['?table=taxes&format=xml', 'format: must be json, ndjson or csv, received xml'],
  ['?table=taxes&where=1', 'Unknown parameter "where".'],
])('rejects the query %j', async (query, message) => {
  const { url } = await serve();
  const { status, body } = await send(`${url}/__mock/export${query}`, 'GET');
  expect(status).toBe(400);
  expect(body).toMatchObject({ error: expect.stringContaining(message) });
});

test('imports an export into another mock, and names the line of a bad row', async () => {
  const from = createMockServer({ seed: demo });
  const { controlUrl = '', mock } = await serve({}, createMockServer());
  const remote = await connectMock(controlUrl);
  const file = 'name,type\n"Halm\nGmbH",company\nA,person\n';
  const message = 'customers: line 4.type must be one of "company", "individual", received "person"';
  await expect(remote.importRows(parseCsv('customers', file))).rejects.toThrow(message);
  expect(() => mock.importRows(parseCsv('customers', file))).toThrow(message);
  expect(() => createMockServer({ seed: parseCsv('customers', file) })).toThrow(message);
  const lines = '{"name": "A"}\n\n{"name": 7}';
  expect(() => mock.importRows(parseNdjson('taxes', lines))).toThrow('taxes: line 3.name must be a string');
  expect([mock.db.customers.size, mock.db.taxes.size]).toEqual([0, 0]);
  const exported = await fetch(`${(await serve({}, from)).url}/__mock/export?table=currencies&format=csv`);
  const rows = parseCsv('currencies', (await exported.text()).replaceAll(from.workspace, mock.workspace));
  await expect(remote.importRows(rows)).resolves.toMatchObject({ inserted: from.db.currencies.size });
});
