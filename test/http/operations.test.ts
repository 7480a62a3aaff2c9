/** `masterdata-sdk mock --operations`. The modules load the built package, which is another copy of the mock. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { defineTable } from '../../mocks/index.ts';
import { connectMock } from '../../mocks/remote.ts';
import { MasterDataClient } from '../../src/index.ts';
import { deleteContact } from '../mock/operations/definitions.ts';
import { detail, sample } from '../sample.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { run, start, startError } from './serve.ts';

const root = join(import.meta.dirname, '../..');
const schema = `{ '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } }`;
const definition = `{ name: 'contacts.delete', method: 'DELETE', path: '/api/contacts/{id}', response: ${schema} }`;
const operation = `mockOperation(${definition}, {
  handle({ params, db }) {
    const { id } = db.contacts.require(params.id);
    db.contacts.delete(id);
    return { id, deleted: true };
  },
})`;
const imported = `import { mockOperation } from ${JSON.stringify(pathToFileURL(join(root, 'dist/mock/index.js')).href)};`;
const required = `const { mockOperation } = require(${JSON.stringify(join(root, 'dist/mock/index.cjs'))});`;

/** The table of a module, for its type. */
const notes = defineTable({ name: 'notes', row: z.object({ text: z.string(), customer_id: z.guid().optional() }) });

async function write(name: string, text: string): Promise<string> {
  const file = join(await temporaryDirectory(), name);
  await writeFile(file, text);
  return file;
}

test.each([
  ['operations.ts', `${imported} const list: unknown[] = [${operation}]; export { list as operations };`],
  ['operations.mjs', `${imported} export default [${operation}];`],
  ['operations.cjs', `${required} exports.operations = [${operation}];`],
])('a server and its sandboxes have the operations of %s', async (name, text) => {
  const file = await write(name, text);
  const { url } = await start('--operations', file, '--fault', '{"on":"contacts.delete","times":1,"status":418}');
  const server = await connectMock(`${url}/__mock`);
  const sandbox = await server.sandboxes.create();
  for (const mock of [server, await sandbox.connect()]) {
    const client = new MasterDataClient({ ...mock.clientOptions, maxRetries: 0 });
    const remove = (id: string) => client.call(deleteContact, { params: { id } });
    const { id } = await mock.create.contact();
    await expect(remove(id)).rejects.toThrow('418');
    expect(await remove(id)).toEqual({ id, deleted: true });
    await expect(remove(id)).rejects.toThrow('404: Contact not found');
    await expect(remove('1')).rejects.toThrow('400: Invalid contact ID format');
  }
});

detail('a server and its sandboxes have the tables of a module, and the rows of a file', async () => {
  const module = await write(
    'operations.mjs',
    `${imported.replace('{', '{ defineTable,')} export const operations = [${operation}];
    export const tables = [defineTable({ name: 'notes', row: ${schema}, references: { customer_id: 'customers' } })];`,
  );
  const seed = await write('notes.csv', 'text\nCall back\n');
  const { url } = await start('--operations', module, '--seed', seed);
  const server = await connectMock<[typeof notes]>(`${url}/__mock`);
  const sandbox = await server.sandboxes.create();
  for (const mock of [server, await sandbox.connect<[typeof notes]>()]) {
    expect(await mock.db.notes.list()).toMatchObject([{ text: 'Call back' }]);
    const { id: customer_id } = await mock.create.customer();
    const note = await mock.db.notes.insert({ text: 'New', customer_id });
    expect(await mock.db.notes.find({ customer_id: { in: [customer_id.toUpperCase()] } })).toEqual(note);
    await expect(mock.db.notes.insert({ text: 'No', customer_id: note.id })).rejects.toThrow(
      'customer_id must be the id of a Customer',
    );
  }
  const misspelled = await write('note.csv', 'text\n');
  expect(await startError('--operations', module, '--seed', misspelled)).toContain('Did you mean "notes"?');
});

test.each(
  sample([
    ['a named export', 'operations.mjs', `${imported.replace('{', '{ defineTable,')} export const tables =`],
    ['a default export', 'operations.mjs', `${imported.replace('{', '{ defineTable,')} export default { tables: `, '}'],
    ['CommonJS', 'operations.cjs', `${required.replace('{', '{ defineTable,')} exports.tables = `],
  ]),
)('a module can have only tables: %s', async (_, name, begin, end = '') => {
  const file = await write(name, `${begin} [defineTable({ name: 'notes', row: ${schema} })]${end};`);
  const { url } = await start('--operations', file);
  const server = await connectMock<[typeof notes]>(`${url}/__mock`);
  expect(await server.db.notes.insert({ text: 'New' })).toMatchObject({ text: 'New' });
});

test.each([
  [
    'operations.mts',
    '--no-experimental-strip-types',
    /extension "\.mts".*\. Node \d+\.\d+\.\d+ runs no TypeScript here\. Use Node 22\.18/,
  ],
  [
    'operations.tsx',
    '',
    /extension "\.tsx".*\. Node runs \.ts, \.mts and \.cts\. Rename the file, or pass JavaScript\./,
  ],
])('%s in a Node that does not run it is an error that says what does', async (name, NODE_OPTIONS, message) => {
  const file = await write(name, 'export const operations: unknown[] = [];');
  const { printed, child, closed } = run(['mock', '--port', '0', '--operations', file], { NODE_OPTIONS });
  await closed;
  expect(printed.err.replaceAll('\n', ' ')).toMatch(message);
  expect(child.exitCode).toBe(1);
});

test.each([
  ['a file that does not exist', undefined, 'no file with this name.'],
  ['a module that throws', 'throw new Error("Boom");', 'Boom'],
  ['a module without operations', 'export const x = 1;', 'must export operations, an array of the values that'],
  ['tables that are no array', 'export const tables = {};', 'tables must be an array of the values that'],
  [
    'a definition',
    `export default [${definition}];`,
    'operations.0: must be the result of mockOperation(definition, …)',
  ],
  [
    'the same operation twice',
    `${imported} export default [${operation}, ${operation}];`,
    'has the name or the path of another',
  ],
])('%s is an error', async (_, text, message) => {
  const file = text === undefined ? 'missing.mjs' : await write('operations.mjs', text);
  const error = await startError('--operations', file);
  expect(error).toContain(`--operations ${file}: `);
  expect(error).toContain(message);
});

test.each([
  ['operations.ts', 'import "node:fs"; export const operations = [];', 'operations.mts'],
  ['own.parts.js', 'export const operations = [];', 'own.parts.mjs'],
  ['operations.js', 'const { dirname } = import.meta;', 'operations.mjs'],
])('the error about %s in a package of CommonJS says how to name the file', async (name, text, better) => {
  const file = await write(name, text);
  await writeFile(join(file, '../package.json'), '{"type": "commonjs"}');
  const advice = `. Rename the file to ${better}, or set "type": "module" in package.json.`;
  expect(await startError('--operations', file)).toContain(advice);
});

detail('a fault must name an operation of the module', async () => {
  const file = await write('operations.mjs', `${imported} export default [${operation}];`);
  const error = await startError('--operations', file, '--fault', 'contacts.delet=503');
  expect(error).toContain('Did you mean "contacts.delete"?');
});
