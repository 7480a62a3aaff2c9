import { describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest';
import * as z from 'zod';
import { createControlFetch } from '../../../mocks/control-api/control-api.ts';
import {
  createMemoryStore,
  createMockServer,
  createSandboxes,
  defineTable,
  demo,
  type MockServer,
  mockOperation,
  parseCsv,
} from '../../../mocks/index.ts';
import { connectMock } from '../../../mocks/remote.ts';
import { Table } from '../../../mocks/store/table.ts';
import { defineOperation } from '../../../src/contract/define-operation.ts';
import { call, noon, unknownId } from '../helpers.ts';

const notes = defineTable({
  name: 'notes',
  row: z.object({ text: z.string().min(1), customer_id: z.guid().nullable().default(null) }),
  references: { customer_id: 'customers' },
});
const replies = defineTable({
  name: 'replies',
  row: z.object({ text: z.string(), note_id: z.guid() }),
  references: { note_id: 'notes' },
});
const tables = [notes, replies] as const;

const createNote = defineOperation({
  name: 'notes.create',
  method: 'POST',
  path: '/api/notes',
  body: z.object({ text: z.string(), customer_id: z.string().optional(), fail: z.boolean().default(false) }),
  response: z.object({ id: z.string(), text: z.string() }),
});
const operations = [
  mockOperation(createNote, {
    handle({ body: { fail, ...body }, db, reject }) {
      const note = db.table(notes).insert(body);
      expectTypeOf(note.text).toEqualTypeOf<string>();
      return fail ? reject(422, 'Not today') : note;
    },
  }),
];

function start() {
  return createMockServer({ tables, operations, clock: () => noon, seed: { customers: [customer] } });
}

const customer = { id: '11111111-1111-4111-8111-111111111111', name: 'Halm', type: 'company' } as const;

describe('your own tables', () => {
  test('has the methods of other tables', () => {
    const { db, workspace } = start();
    const note = db.notes.insert({ text: 'Call', customer_id: customer.id.toUpperCase() });
    expectTypeOf(note.customer_id).toEqualTypeOf<string | null>();
    expect(Object.keys(note)).toEqual(['id', 'workspace_id', 'created_at', 'updated_at', 'text', 'customer_id']);
    expect(note).toMatchObject({ workspace_id: workspace, customer_id: customer.id });
    expect(Object.isFrozen(note)).toBe(true);
    expect(db.notes.insert({ text: 'Write' }).customer_id).toBeNull();
    expect(db.notes.update(note.id, { text: 'Done' })).toMatchObject({ text: 'Done', customer_id: customer.id });
    expect(db.notes.find({ text: 'Done' })?.id).toBe(note.id);
    expect(db.notes.list((row) => row.customer_id === null)).toHaveLength(1);
    expect(db.notes.list({ customer_id: { in: [customer.id.toUpperCase()] } })).toHaveLength(1);
    const sorted = db.notes.list({}, { sort: [{ column: 'customer_id' }, { column: 'text' }] });
    expect(sorted.map(({ text }) => text)).toEqual(['Done', 'Write']);
    expect(db.notes.delete(note.id)).toBe(true);
    expect(db.notes.size).toBe(1);
  });

  test('keeps the columns of the mock, and drops fields that the schema drops', () => {
    const { db } = start();
    const note = db.notes.insert(
      JSON.parse('{ "text": "Call", "other": 1, "__proto__": null }'.replace(', "__proto__": null', '')),
    );
    expect(note).not.toHaveProperty('other');
    expect(() => db.notes.update(note.id, JSON.parse('{ "id": "x" }'))).toThrow('notes: id cannot be changed');
  });

  test.each([
    [{ text: '' }, 'notes: text '],
    [{}, 'notes: text '],
    [{ text: 'a', customer_id: unknownId }, 'notes: customer_id must be the id of a Customer in this workspace'],
    [{ text: 'a', workspace_id: unknownId }, 'notes: workspace_id must be the id of a Workspace'],
    [{ text: 'a', id: 'x' }, 'notes: id must be a UUID'],
  ])('rejects %j, and changes nothing', (fields, message) => {
    const mock = start();
    const before = JSON.stringify(mock.snapshot());
    expect(() => Reflect.apply(mock.db.notes.insert, mock.db.notes, [fields])).toThrow(message);
    expect(JSON.stringify(mock.snapshot())).toBe(before);
  });

  test('prevents the deletion of rows that it refers to', () => {
    const { db } = start();
    const note = db.notes.insert({ text: 'Call', customer_id: customer.id });
    db.replies.insert({ text: 'Done', note_id: note.id });
    expect(() => db.customers.delete(customer.id)).toThrow('is used by rows of notes');
    expect(() => db.notes.delete(note.id)).toThrow('is used by rows of replies');
  });

  test('belongs to workspaces, and to the calls of operations', async () => {
    const mock = start();
    const other = mock.db.workspaces.insert({ name: 'Other' }).id;
    mock.db.notes.insert({ text: 'Theirs', workspace_id: other });
    const created = await call(mock, 'POST', '/api/notes', { text: 'Ours' });
    expect(created).toMatchObject({ status: 201, body: { data: { text: 'Ours' } } });
    expect(mock.db.notes.list({ workspace_id: mock.workspace })).toHaveLength(1);

    const before = JSON.stringify(mock.snapshot());
    expect(await call(mock, 'POST', '/api/notes', { text: 'Ours', fail: true })).toMatchObject({ status: 422 });
    expect(await call(mock, 'POST', '/api/notes', { text: '' })).toMatchObject({ status: 400 });
    expect(await call(mock, 'POST', '/api/notes', { text: 'A', customer_id: unknownId })).toMatchObject({
      status: 400,
    });
    expect(JSON.stringify(mock.snapshot())).toBe(before);
  });

  test('is part of seeds, snapshots, resets and imports', () => {
    const note = { id: unknownId, text: 'Call', customer_id: customer.id };
    const mock = createMockServer({ tables, seed: { customers: [customer], notes: [note] } });
    const seeded = JSON.stringify(mock.snapshot());
    mock.db.notes.delete(unknownId);
    mock.reset();
    expect(JSON.stringify(mock.snapshot())).toBe(seeded);

    const imported = mock.importRows({
      notes: [{ text: 'New' }, { text: 'Newer' }],
      replies: [{ text: 'R', note_id: unknownId }],
    });
    expect(imported).toMatchObject({ inserted: 3 });
    imported.undo();
    expect(mock.db.notes.size).toBe(1);
    expect(() => mock.importRows({ notes: [{ text: 'New' }, { text: '' }] })).toThrow('notes: 1.text');
    expect(mock.db.notes.size).toBe(1);
    mock.importRows(parseCsv(notes, 'text,customer_id\n=1,\n'));
    expect(mock.db.notes.list().at(-1)).toMatchObject({ text: '=1', customer_id: null });

    const copy = createMockServer({ tables, seed: JSON.parse(seeded) });
    expect(copy.db.notes.get(unknownId)?.text).toBe('Call');
    const fromFunction = createMockServer({ tables, seed: (db) => void db.notes.insert({ text: 'Call' }) });
    expect(fromFunction.db.notes.size).toBe(1);
  });

  test('is missing in a mock that does not define it, which says so', () => {
    const mock = start();
    const plain = createMockServer();
    plain.restore(mock.snapshot());
    mock.db.notes.insert({ text: 'Call' });
    const problem = 'snapshot.tables: Unknown table "notes". Valid tables: workspaces,';
    expect(() => plain.restore(mock.snapshot())).toThrow(problem);
    expect(() => plain.restore(mock.snapshot().toJSON())).toThrow(problem);
    expect(() => plain.restore(mock.snapshot())).toThrow('in the option `tables`');

    const strict = defineTable({ name: 'notes', row: z.object({ text: z.string().max(2) }) });
    const other = createMockServer({ tables: [strict] });
    expect(() => other.restore(mock.snapshot())).toThrow('snapshot.tables.notes.0.text');
    expect(other.db.notes.size).toBe(0);
  });

  test('is part of sandboxes, which share its seed and no changes', async () => {
    const sandboxes = createSandboxes({ tables, operations, seed: { notes: [{ text: 'Shared' }] } });
    onTestFinished(() => sandboxes.close());
    const [a, b] = [await sandboxes.create({ name: 'a' }), await sandboxes.create({ name: 'b' })];
    a.mock.db.notes.insert({ text: 'Mine' });
    expect(b.mock.db.notes.list()).toEqual(a.mock.db.notes.list({ text: 'Shared' }));
    expect(b.mock.db.notes.list()[0]).toBe(a.mock.db.notes.list()[0]);
  });
});

describe('references of a table to itself', () => {
  const steps = defineTable({
    name: 'steps',
    row: z.object({ parent_id: z.guid().nullable().default(null), related_ids: z.array(z.guid()).default([]) }),
    references: { parent_id: 'steps', related_ids: 'steps' },
  });
  const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;

  test('are a hierarchy, but lists of ids may refer to each other', () => {
    const { db } = createMockServer({ tables: [steps] });
    const root = db.steps.insert({});
    const leaf = db.steps.insert({ parent_id: root.id, related_ids: [root.id] });
    const message = 'steps: parent_id must not make the step its own ancestor';
    expect(() => db.steps.update(root.id, { parent_id: leaf.id })).toThrow(message);
    expect(() => db.steps.update(root.id, { parent_id: root.id })).toThrow(message);
    db.steps.update(root.id, { related_ids: [leaf.id, root.id] });
  });

  test('are followed once, however long the chain is', () => {
    const count = 300;
    const reads = vi.spyOn(Table.prototype, 'get');
    onTestFinished(() => reads.mockRestore());
    const { db, importRows, snapshot } = createMockServer({ tables: [steps] });
    const rows = Array.from({ length: count }, (_, at) => ({ id: idOf(at), parent_id: at > 0 ? idOf(at - 1) : null }));
    importRows({ steps: rows.slice(0, 100) });
    for (const row of rows.slice(100)) db.steps.insert(row);
    createMockServer({ tables: [steps], seed: JSON.parse(JSON.stringify(snapshot())) });
    expect(reads.mock.calls.length).toBeLessThan(count * 30);
  });
});

test('a query of one of your own tables rejects unknown columns, if its schema says which there are', () => {
  const open = defineTable({ name: 'open', row: z.looseObject({ text: z.string() }) });
  const { db } = createMockServer({ tables: [notes, open] });
  expect(() => Reflect.apply(db.notes.list, db.notes, [{ txt: 'a' }])).toThrow('Unknown column "txt" of notes.');
  expect(Reflect.apply(db.open.list, db.open, [{ txt: 'a' }])).toEqual([]);
});

test('a column deleted_at of one of your own tables has no meaning for the mock', () => {
  const jobs = defineTable({ name: 'jobs', row: z.object({ deleted_at: z.string() }) });
  const parts = defineTable({ name: 'parts', row: z.object({ job_id: z.guid() }), references: { job_id: 'jobs' } });
  const { db } = createMockServer({ tables: [jobs, parts], clock: () => noon });
  const pending = db.jobs.insert({ deleted_at: 'pending' });
  db.jobs.update(pending.id, { deleted_at: '2099-01-01T00:00:00.000Z' });
  const future = db.jobs.insert({ deleted_at: '2099-01-01T00:00:00.000Z' });
  expect(future).toMatchObject({ created_at: future.updated_at });
  expect(db.jobs.get(pending.id)?.updated_at).toMatch(/^2026/);
  expect(db.parts.insert({ job_id: future.id })).toMatchObject({ job_id: future.id });
});

test('a handler cannot save a snapshot, whose rows may be undone', async () => {
  const mock: MockServer = createMockServer({
    operations: [mockOperation(createNote, { handle: () => mock.snapshots.save('during the call') as never })],
  });
  const { status, body } = await call(mock, 'POST', '/api/notes', { text: 'Call' });
  expect({ status, body }).toMatchObject({
    status: 500,
    body: { error: expect.stringContaining('Save after the call.') },
  });
  expect(mock.snapshots.list()).toEqual([]);
});

describe('stored rows of your own tables', () => {
  async function open(
    store: ReturnType<typeof createMemoryStore>,
    definitions: readonly (typeof notes | typeof replies)[],
  ) {
    const mock = createMockServer({
      token: 't',
      clock: () => noon,
      tables: definitions,
      seed: { customers: [customer] },
    });
    const persistence = await store.open('mock');
    return { mock, ...(await mock.persist(persistence)) };
  }
  const stored = async (store: ReturnType<typeof createMemoryStore>) =>
    (await (await store.open('mock')).load())?.records.filter(({ collection }) => !/tokens|settings/.test(collection));

  test('are loaded again', async () => {
    const store = createMemoryStore();
    const first = await open(store, [notes]);
    Reflect.get(first.mock.db, 'notes').insert({ text: 'Call' });
    await first.detach();
    const second = await open(store, [notes]);
    expect(second.warnings).toEqual([]);
    expect(Reflect.get(second.mock.db, 'notes').list()).toMatchObject([{ text: 'Call' }]);
  });

  test('stay untouched while the mock does not define the table, with a warning', async () => {
    const store = createMemoryStore();
    const first = await open(store, [notes, replies]);
    const { id } = Reflect.get(first.mock.db, 'notes').insert({ text: 'Call', customer_id: customer.id });
    Reflect.get(first.mock.db, 'notes').insert({ text: 'Write' });
    Reflect.get(first.mock.db, 'replies').insert({ text: 'Yes', note_id: id });
    await first.detach();
    const before = await stored(store);

    const plain = await open(store, []);
    expect(plain.warnings).toEqual([
      'The mock has no table notes. Its stored rows are kept until you define it.',
      'The mock has no table replies. Its stored rows are kept until you define it.',
    ]);
    plain.mock.reset();
    await plain.mock.flush();
    expect(await stored(store)).toEqual(before);
    plain.mock.db.customers.delete(customer.id);
    await plain.detach();

    const third = await open(store, [notes, replies]);
    expect(third.warnings).toEqual([
      '1 stored rows of notes are not valid, and are kept until they are: customer_id must be the id of a Customer in this workspace.',
      '1 stored rows of replies are not valid, and are kept until they are: note_id must be the id of a Note in this workspace.',
    ]);
    expect(Reflect.get(third.mock.db, 'notes').list()).toMatchObject([{ text: 'Write' }]);
    third.mock.db.customers.insert(customer);
    await third.detach();
    const fourth = await open(store, [notes, replies]);
    expect(fourth.warnings).toEqual([]);
    expect(Reflect.get(fourth.mock.db, 'notes').list()).toHaveLength(2);
  });

  test('are kept aside if a new definition rejects them, with the rows that refer to them', async () => {
    const row = z.object({
      text: z.string(),
      customer_id: z.guid().nullable().default(null),
      parent_id: z.guid().nullable().default(null),
    });
    const former = defineTable({ name: 'notes', row });
    const store = createMemoryStore();
    const first = createMockServer({ tables: [former] });
    const attached = await first.persist(await store.open('mock'));
    const { notes: table } = first.db;
    const short = table.insert({ text: '' });
    const child = table.insert({ text: 'Child', parent_id: short.id });
    table.insert({ text: 'Grandchild', parent_id: child.id });
    const [one, other] = [table.insert({ text: 'One' }), table.insert({ text: 'Other' })];
    table.update(one.id, { parent_id: other.id });
    table.update(other.id, { parent_id: one.id });
    const workspace_id = first.create.workspace().id;
    table.insert({ text: 'Abroad', customer_id: first.create.customer({ workspace_id }).id });
    table.insert({ text: 'Fine', customer_id: first.create.customer().id });
    await attached.detach();

    const strict = defineTable({
      name: 'notes',
      row: row.extend({ text: z.string().min(1) }),
      references: { customer_id: 'customers', parent_id: 'notes' },
    });
    const second = createMockServer({ tables: [strict] });
    const { warnings, detach } = await second.persist(await store.open('mock'));
    expect(warnings).toEqual([expect.stringContaining('6 stored rows of notes are not valid')]);
    expect(second.db.notes.list().map(({ text }) => text)).toEqual(['Fine']);
    await detach();
    const third = createMockServer({ tables: [former] });
    await third.persist(await store.open('mock'));
    expect(third.db.notes.size).toBe(7);
  });
});

test('remote control knows your own tables', async () => {
  const mock = start();
  const remote = await connectMock<typeof tables>('http://mock/__mock/', { fetch: createControlFetch(mock) });
  const note = await remote.db.notes.insert({ text: 'Call', customer_id: customer.id });
  expectTypeOf(note.text).toEqualTypeOf<string>();
  expect(await remote.db.notes.size).toBe(1);
  expect(await remote.db.notes.get(note.id)).toEqual(note);
  expect(await remote.db.notes.list({ text: 'Call' })).toEqual([note]);
  expect((await remote.db.notes.query({ search: 'cal', sort: { column: 'text' } })).total).toBe(1);
  expect(await remote.db.customers.references(customer.id)).toMatchObject({
    references: [{ table: 'notes', column: 'customer_id', ids: [note.id] }],
    reason: 'It is used by rows of notes. Delete those first.',
  });
  expect((await remote.search('call')).results).toEqual([{ table: 'notes', column: 'text', row: note }]);
  await expect(remote.db.notes.insert({ text: '' })).rejects.toThrow('notes: text');
  await expect(remote.db.notes.update(unknownId, { text: 'a' })).rejects.toThrow('notes: id must be the id of a Note');
  const events = remote.events()[Symbol.asyncIterator]();
  expect((await events.next()).value).toMatchObject({ type: 'open' });
  mock.db.notes.update(note.id, { text: 'Later' });
  expect((await events.next()).value).toMatchObject({
    type: 'change',
    rows: [{ table: 'notes', id: note.id, kind: 'written' }],
  });
  await events.return?.();
  mock.db.notes.update(note.id, { text: 'Call' });
  const imported = await remote.importRows({ notes: [{ text: 'New' }] });
  await imported.undo();
  const snapshot = await remote.snapshot();
  expect(await remote.db.notes.delete(note.id)).toBe(true);
  await remote.restore(snapshot);
  expect((await remote.db.notes.update(note.id, { text: 'Done' })).text).toBe('Done');

  const control = (path: string) => createControlFetch(mock)(`http://mock/__mock${path}`);
  expect(await (await control('/export?table=notes&format=csv')).text()).toContain(',Done,');
  const unknown = await control('/db/note');
  expect(unknown.status).toBe(404);
  expect((await unknown.json()).error).toMatch(
    /^Unknown table "note"\. Did you mean "notes"\? .*discounts, notes, replies\.$/,
  );
});

describe('a definition that is not valid', () => {
  const row = z.object({});
  const define = (options: unknown) => () => Reflect.apply(defineTable, undefined, [options]);
  const mockWith =
    (...given: readonly unknown[]) =>
    () =>
      Reflect.apply(createMockServer, undefined, [{ tables: given }]);
  test.each([
    [
      'a table of the specification',
      define({ name: 'customers', row }),
      'defineTable: the mock uses the name customers already',
    ],
    ['a reserved name', define({ name: 'tokens', row }), 'the mock uses the name tokens already'],
    ['another one', define({ name: 'snapshots', row }), 'the mock uses the name snapshots already'],
    ['a field of a snapshot', define({ name: 'rows', row }), 'the mock uses the name rows already'],
    ['another field of it', define({ name: 'version', row }), 'the mock uses the name version already'],
    ['a name that is no word', define({ name: 'my notes', row }), 'name must be a word of letters'],
    ['a name of every object', define({ name: 'constructor', row }), 'name must be a word of letters'],
    ['no schema', define({ name: 'notes', row: {} }), 'defineTable: row must be a Standard Schema'],
    [
      'an unknown option',
      define({ name: 'notes', row, reference: {} }),
      'unknown option "reference". Did you mean "references"?',
    ],
    [
      'references to no table',
      define({ name: 'notes', row, references: { a: 1 } }),
      'references must be an object of tables',
    ],
    [
      'a reference of an unknown column',
      define({ name: 'notes', row: z.object({ customer_id: z.guid() }), references: { custmer_id: 'customers' } }),
      'Unknown column "custmer_id" of notes. Did you mean "customer_id"?',
    ],
    ['a reference of the mock', define({ name: 'notes', row, references: { id: 'taxes' } }), 'your own columns'],
    ['no definition', mockWith({ name: 'notes', row }), 'tables.0: must be the result of defineTable'],
    ['the name of another table', mockWith(notes, notes), 'tables.1: notes is the name of another table'],
    ['a later table', mockWith(replies, notes), 'tables.0: note_id must refer to a table before replies'],
  ])('is an error: %s', (_, run, message) => {
    expect(run).toThrow(TypeError);
    expect(run).toThrow(message);
  });

  test.each([
    ['is asynchronous', async (value: unknown) => ({ value }), 'It returned a promise.'],
    [
      'throws',
      () => {
        throw new Error('oops');
      },
      'It threw: oops',
    ],
    ['returns no object', () => ({ value: 5 }), 'notes:  must be an object'],
    ['returns a date', () => ({ value: { at: new Date(0) } }), 'at must be a JSON value, received Date'],
  ])('is an error when a row is written: its schema %s', (_, validate, message) => {
    const table = defineTable({ name: 'notes', row: { '~standard': { validate } } });
    const mock = createMockServer({ tables: [table] });
    expect(() => mock.db.notes.insert({})).toThrow(message.replace('  ', ' '));
    expect(mock.db.notes.size).toBe(0);
  });
});

test('a mock without tables of its own is as before', () => {
  const mock = createMockServer({ seed: demo });
  expect(mock.tables).toEqual([]);
  expect(Object.keys(mock.snapshot().toJSON().tables)).toEqual(Object.keys(mock.db));
});
