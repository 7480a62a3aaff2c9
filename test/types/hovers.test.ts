import { join } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { policyNames } from '../../mocks/controls/policies.ts';
import { editor, root } from './editor.ts';

const options: ts.CompilerOptions = {
  module: ts.ModuleKind.NodeNext,
  strict: true,
  lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'],
  types: [],
};

/** One program, because each one is checked with all declarations of the package. */
const program = `
import { type Customer, decodeBrackets, type Hooks, type LogLevel, MasterDataClient } from 'masterdata-sdk';
import type { PriceUpdate, Product, ProductCreate } from 'masterdata-sdk';
import { createMockServer, type MockPolicies } from 'masterdata-sdk/mock';
declare const given: MockPolicies;
${policyNames.map((policy) => `given.${policy};`).join('\n')}
const mock = createMockServer({ policies: { validationDetails: 'fields' } });
mock.policies.createdStatus = 200;
mock.create.customer({ segment_id: null });
mock.db.products.insert({ name: 'a', api_name: 'b', product_parent_id: 'c', is_default: true });
mock.db.contacts.get('id')?.phone;
declare const customer: Customer;
declare const price: PriceUpdate;
declare const product: Product;
const body: ProductCreate = { api_name: 'rack', recurrence_type: 'one_off', name: 'Rack', shipping: { weight: 2 } };
customer.logo;
price.percent;
product.settings.language_code;
const client = new MasterDataClient();
client.products.update('id', {});
client.categories.delete('id');
declare const level: LogLevel;
decodeBrackets({});
const hooks: Hooks = { onRequest: () => undefined };
`;

const services = new Map<string, ts.LanguageService>();

/** Returns the hover of an editor for the last occurrence of a word, with the published declarations. */
function hover(file: string, word: string) {
  const service = services.get(file) ?? editor(file, program, options);
  if (!services.has(file)) expect(service.getSemanticDiagnostics(file)).toEqual([]);
  services.set(file, service);
  const info = service.getQuickInfoAtPosition(file, program.lastIndexOf(word));
  return {
    type: ts.displayPartsToString(info?.displayParts),
    text: ts.displayPartsToString(info?.documentation),
    tags: (info?.tags ?? []).map(({ name, text }) => `@${name} ${ts.displayPartsToString(text)}`),
  };
}

describe.each(['program.mts', 'program.cts'])('an editor shows, in %s', (name) => {
  const file = join(root, 'test/types', name);

  test('the comments on fields', () => {
    expect(hover(file, 'logo').text).toBe('URL of the logo.');
    expect(hover(file, 'weight').text).toBe('Weight, in `weight_unit`. Wire key: `shipping[weight]`.');
    expect(hover(file, 'percent').text).toMatch(/0 to 100/);
    expect(hover(file, 'language_code').text).toMatch(/^Language/);
  });

  test('a summary and an example on the constructor', () => {
    const { text, tags } = hover(file, 'MasterDataClient()');
    expect(text).toMatch(/^Creates a client\./);
    expect(tags).toContainEqual(expect.stringMatching(/^@throws A \{@link ConfigurationError\} if an option/));
    expect(tags).toContainEqual(expect.stringMatching(/^@example const client = new MasterDataClient\(/));
  });

  test('whole sentences in the tags of a method', () => {
    const { text, tags } = hover(file, 'delete(');
    expect(text).toMatch(/^Deletes a category\./);
    const thrown = tags.filter((tag) => tag.startsWith('@throws'));
    expect(thrown).toHaveLength(3);
    // `@throws {@link X} …` would be shown as a type and the rest of a broken tag.
    for (const tag of thrown) expect(tag).toMatch(/^@throws An? \{@link \w+\} (if|with) /);
    expect(tags).toContainEqual(expect.stringMatching(/^@see The specification: /));
    expect(tags).toContainEqual(expect.stringMatching(/^@example const result = await client\.categories\.delete/));
  });

  test('types without the names of internal types', () => {
    const levels = hover(file, 'LogLevel;').type.match(/"\w+"/g)?.toSorted();
    expect(levels).toEqual(['"debug"', '"error"', '"info"', '"off"', '"warn"']);
    expect(hover(file, 'decodeBrackets(').type).not.toContain('Fields');
    expect(hover(file, 'onRequest').type).not.toMatch(/MaybePromise|Nothing/);
  });

  test('the comments on the fields of rows and insertions', () => {
    expect(hover(file, 'segment_id').text).toMatch(/^UUID of the customer's segment/);
    expect(hover(file, 'is_default').text).toBe('Whether this is the default product of its parent.');
    expect(hover(file, 'phone').text).toBe('Phone number.');
  });

  test('what each policy controls', () => {
    for (const policy of policyNames) {
      expect(hover(file, policy).text, policy).toMatch(/^(?:The|Whether) .+\. Default: `.+`\.$/s);
    }
    expect(hover(file, 'createdStatus').text).toBe('The status of a successful creation. Default: `201`.');
    expect(hover(file, 'createdStatus').type).toMatch(/createdStatus: (200 \| 201|201 \| 200)$/);
    expect(hover(file, 'validationDetails').text).toMatch(/^The shape of `details` in validation errors: `issues`/);
  });
});

const head = [
  "import { type ApiError, defineOperation, type ErrorCode, findByExternalId, MasterDataClient } from 'masterdata-sdk';",
  "import { createMockServer, createMemoryStore, defineTable, mockOperation } from 'masterdata-sdk/mock';",
  "import { connectMock } from 'masterdata-sdk/mock/remote';",
  "import { assertReceived } from 'masterdata-sdk/mock/matchers';",
  "import * as z from 'zod';",
  'const client = new MasterDataClient();',
  'const mock = createMockServer();',
  "const notes = defineTable({ name: 'notes', row: z.object({ text: z.string() }) });",
  "const remote = await connectMock<[typeof notes]>('');",
  "const send = defineOperation({ name: 'a.b', method: 'POST', path: '/api/a/{id}', response: z.object({ id: z.literal('x') }) });",
  'declare const error: ApiError;',
];

/** Lines with a mark before the hovered word, the beginning of its type, and of its comment. */
const hovers: readonly (readonly [line: string, type: string, comment: string])[] = [
  ['type Code = |ErrorCode;', 'type ErrorCode = (string & {}) | "unauthorized" | "forbidden" |', 'A stable value'],
  ['error.|code;', '(property) ApiErrorFields.code: ErrorCode', 'A stable value'],
  [
    "client.|request<{ a: 1 }>({ method: 'GET', path: '' });",
    '}, object | Query>(request: CustomRequest<',
    'Calls an operation',
  ],
  ['client.customers.|list();', '(method) Customers.list(query?: EmptyQuery, options?: RequestOptions)', 'Lists the'],
  ["client.products.get('', { |timeout: 1 });", '(property) SharedOptions.timeout?: number', 'Milliseconds that one'],
  [
    'mock.create.|customer();',
    '(property) customer: Factory\n(fields?: Changes<CustomerInsert> | undefined, options?: FactoryOptions<"individual" | ',
    'Creates and stores a record.',
  ],
  [
    "mock.build.|contact({ customer_id: '' });",
    '(property) contact: Builder\n(fields: Changes<ContactInsert> & Pick<ContactInsert, "customer_id">',
    'Returns fields for',
  ],
  ['mock.create.|price;', '(property) price: Factory<PriceInsert, PriceRow, "flat" | "percent">', 'A price'],
  [
    "mock.journal.last('products.update').|body;",
    '(property) OperationEntry<"products.update">.body: ProductUpdate',
    'The',
  ],
  [
    "mock.journal.last('products.update').body.|shipping;",
    '(property) shipping?: {',
    'Shipping measures; `null` clears',
  ],
  ["mock.journal.last('products.update').params.|id;", '(property) id: string', ''],
  ['mock.journal.last().|operation;', '(property) operation: ', 'The operation, for example `products.update`.'],
  [
    "mock.faults.add({ on: 'prices.update', match: { body: { |percent: 1 } }, status: 500 });",
    '(property) percent?: Pattern<number | null | undefined, never>',
    'Percentage',
  ],
  [
    "assertReceived(mock, 'catalogs.create', { |body: {} });",
    '(property) ExpectedRequests<"catalogs.create">.body?: Pattern<CatalogCreate>',
    'A part',
  ],
  [
    "mockOperation(send, { |permission: 'a:read', response: { id: 'x' } });",
    '(property) permission?: `',
    'The permission',
  ],
  [
    "mockOperation(send, { |handle: () => ({ id: 'x' }) });",
    '(property) handle: (call: OperationCall<',
    'Handles a call',
  ],
  [
    'mock.faults.add({ |delay: 1, status: 500 });',
    '(property) StatusFault<',
    'Milliseconds to wait before the response.',
  ],
  ["const |held = await remote.faults.hold('*');", 'const held: RemoteHeldCalls', ''],
  ["const |fault = await remote.faults.add('maintenance');", 'const fault: RemoteAddedFault', ''],
  ['remote.db.|customers;', '(property) customers: RemoteTable<"customers">', ''],
  ['remote.db.|notes;', '(property) notes: RemoteOwnTable<TableDefinition<"notes"', ''],
  ["remote.journal.|last('prices.update');", '(method) RemoteJournal.last<"prices.update">(', 'Returns the last entry'],
  ['remote.state().then((state) => state.|tables);', '(property) ControlState.tables: Readonly<', 'The number of rows'],
  [
    "remote.db.prices.references('').then((found) => found?.|canDelete);",
    '(property) RowReferences.canDelete: ',
    'Whether `delete`',
  ],
  [
    'remote.sandboxes.create().then((sandbox) => sandbox.|apiToken);',
    '(property) ControlSandbox.apiToken: string',
    'An API',
  ],
  [
    '|createMemoryStore();',
    '(alias) createMemoryStore(mocks?: StoredMocks): PersistenceStore',
    'Stores mocks in memory.',
  ],
];

describe('an editor shows the names of exported types, and the comments, for', () => {
  const file = join(root, 'test/types/program.mts');
  const program = [...head, ...hovers.map(([line]) => line.replace('|', ''))].join('\n');
  const service = editor(file, program, { ...options, target: ts.ScriptTarget.ES2023 });

  test.each(hovers)('%s', (line, type, comment) => {
    const start = program.indexOf(`\n${line.replace('|', '')}`) + 1;
    const { displayParts, documentation } = service.getQuickInfoAtPosition(file, start + line.indexOf('|')) ?? {};
    expect(ts.displayPartsToString(displayParts)).toContain(type);
    expect(ts.displayPartsToString(documentation).slice(0, comment.length)).toBe(comment);
  });

  test('lines without errors', () => {
    expect(service.getSemanticDiagnostics(file).map(({ messageText }) => messageText)).toEqual([]);
  });
});

/** The errors of a program against the published declarations. */
function problemsOf(lines: readonly string[]): string[] {
  const file = join(root, 'test/types/program.mts');
  const service = editor(file, lines.join('\n'), options);
  return service
    .getSemanticDiagnostics(file)
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' '));
}

test('an error of a handler names the data, and no helper type', () => {
  const definition = "name: 'a.b', method: 'POST', path: '/api/a', response: z.object({ id: z.string() })";
  const [problem = '', ...others] = problemsOf([
    "import { defineOperation } from 'masterdata-sdk';",
    "import { mockOperation } from 'masterdata-sdk/mock';",
    "import * as z from 'zod';",
    `mockOperation(defineOperation({ ${definition} }), { handle: async () => ({ id: '' }) });`,
  ]);
  expect(problem).toMatch(/Property 'id' is missing in type 'Promise<.*>' but required in type '\{ id: string; \}'/);
  expect(problem).not.toContain('Literals');
  expect(others).toEqual([]);
});

test('a misspelled field names the type of the body', () => {
  expect(
    problemsOf([
      "import { MasterDataClient } from 'masterdata-sdk';",
      'const client = new MasterDataClient();',
      "client.products.update('id', { nam: 'x' });",
      "client.customers.create({ name: 'x', type: 'company', logos: 'x' });",
      "client.addresses.list({ customerid: 'x' });",
      'client.customers.list({ page: 2 });',
      "import { createMockServer } from 'masterdata-sdk/mock';",
      'const mock = createMockServer();',
      "mock.create.customer({ nam: 'x' });",
      "mock.db.customers.insert({ name: 'x', type: 'company', logos: 'x' });",
    ]),
  ).toEqual([
    expect.stringContaining("'nam' does not exist in type 'ProductUpdate'"),
    expect.stringContaining("'logos' does not exist in type 'CustomerCreate'"),
    expect.stringContaining("'customerid' does not exist in type 'AddressListQuery'"),
    expect.stringContaining("'page' does not exist in type 'EmptyQuery'"),
    expect.stringContaining("'nam' does not exist in type 'Changes<CustomerInsert>'"),
    expect.stringContaining("'logos' does not exist in type 'CustomerInsert'"),
  ]);
});
