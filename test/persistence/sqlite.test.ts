import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, readFile, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { describe, expect, test, vi } from 'vitest';
import { listen, sqlite } from '../../mocks/http.ts';
import { createMockServer, demo } from '../../mocks/index.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { record, writes } from './records.ts';
import { testPersistence } from './suite.ts';

const inUse = 'state.db: the file is in use by another mock server. Stop that server or choose another file.';

async function newFile(): Promise<string> {
  return join(await temporaryDirectory(), 'state.db');
}

const directoryOf = (file: string) => join(file, '..');

/** Copies a database that is open, in another process: reading it in this process would release its lock. */
async function copyOpenFile(file: string): Promise<string> {
  const copy = await newFile();
  await promisify(execFile)('cp', [file, copy]);
  await promisify(execFile)('cp', [`${file}-wal`, `${copy}-wal`]);
  return copy;
}

describe('SQLite', () => {
  testPersistence(async () => {
    let file = await newFile();
    return {
      open: () => sqlite(file),
      async crash(store) {
        const copy = await copyOpenFile(file);
        await store.close();
        file = copy;
      },
    };
  });

  test('leaves one file, readable only by its owner', async () => {
    const file = await newFile();
    const store = await sqlite(file);
    await (await store.open('default')).append([writes(record('a', 0))]);
    await store.close();
    await store.close();
    expect(await readdir(directoryOf(file))).toEqual(['state.db']);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
  });

  test.skipIf(process.platform === 'win32').each([0o644, 0o666, 0o660, 0o755])(
    'takes an existing file with mode %o, and its log, away from other users',
    async (mode) => {
      const file = await newFile();
      const first = await sqlite(file);
      await (await first.open('default')).append([writes(record('a', 0))]);
      // After a crash, the log is still there.
      const copy = await copyOpenFile(file);
      await first.close();
      await chmod(copy, mode);
      await chmod(`${copy}-wal`, mode);
      const link = join(directoryOf(file), 'link.db');
      await symlink(copy, link);
      const store = await sqlite(link);
      const persistence = await store.open('default');
      await persistence.append([writes(record('b', 1))]);
      const modes = await Promise.all([copy, `${copy}-wal`].map(async (each) => (await stat(each)).mode & 0o077));
      expect(modes).toEqual([0, 0]);
      expect((await persistence.load())?.records).toHaveLength(2);
      await store.close();
      expect((await stat(copy)).mode & 0o077).toBe(0);
    },
  );

  test('leaves the mode of a foreign file as it is', async () => {
    const file = await newFile();
    await writeFile(file, '{}'.padEnd(1000), { mode: 0o644 });
    await expect(sqlite(file)).rejects.toThrow('must be a database or a new file');
    expect((await stat(file)).mode & 0o777).toBe(0o644);
  });

  test.each(['revoked', 'deleted', 'reset', 'first'])('keeps no trace of a token that was %s', async (how) => {
    const file = await newFile();
    const store = await sqlite(file);
    const mock = createMockServer({ seed: demo, token: 'a-first-token-of-a-test' });
    await mock.persist(await store.open('default'));
    const token = how === 'first' ? mock.token : 'a-token-that-is-then-revoked';
    const other = mock.workspace;
    if (how !== 'first') mock.tokens.issue({ token, workspace: other });
    await mock.flush();
    for (let calls = 0; calls < 20; calls += 1) mock.create.customer({ name: 'x'.repeat(900) });
    await mock.flush();
    const read = async () => {
      const copy = await copyOpenFile(file);
      return Buffer.concat([await readFile(copy), await readFile(`${copy}-wal`)]).toString('latin1');
    };
    expect(await read()).toContain(token);
    if (how === 'deleted') await store.delete('default');
    else if (how === 'reset') mock.reset();
    else mock.tokens.revoke(token);
    await mock.flush().catch(() => undefined);
    expect(await read()).not.toContain(token);
    await store.close();
    expect(await readFile(file, 'latin1')).not.toContain(token);
  });

  test('rejects a file that another mock, thread or process uses', async () => {
    const file = await newFile();
    const store = await sqlite(file);
    await expect(sqlite(file)).rejects.toThrow(inUse);
    const worker = new Worker(join(import.meta.dirname, 'open-in-worker.ts'), { workerData: file });
    const [fromThread] = await once(worker, 'message');
    expect(fromThread).toContain(inUse);
    const script = `import { sqlite } from './mocks/http.ts'; await sqlite(${JSON.stringify(file)}).catch((error) => console.log(error.message))`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    expect(stdout).toContain(inUse);
    await store.close();
    await (await sqlite(file)).close();
  });

  test.each([
    ['JSON', '{"version":1,"tables":{}}'],
    ['long JSON', JSON.stringify({ version: 1, text: 'x'.repeat(10_000) })],
    ['one byte', 'x'],
  ])('rejects %s, explains what to do, and leaves the file untouched', async (_, content) => {
    const file = await newFile();
    await writeFile(file, content);
    await expect(sqlite(file)).rejects.toThrow(
      `${file}: must be a database or a new file, received another file. To start from a JSON file, use --seed ${file} --persist state.db.`,
    );
    expect(await readFile(file, 'utf8')).toBe(content);
    expect(await readdir(directoryOf(file))).toEqual(['state.db']);
  });

  test.each([
    ['of another program', 'PRAGMA user_version = 3; CREATE TABLE x (y)', 'must be a database of masterdata-sdk'],
    ['of a newer version', 'PRAGMA application_id = 1835299684; PRAGMA user_version = 2', 'received version 2. Update'],
  ])('rejects a database %s and leaves it untouched', async (_, statements, reason) => {
    const file = await newFile();
    const other = new DatabaseSync(file);
    other.exec(statements);
    other.close();
    const before = await readFile(file);
    await expect(sqlite(file)).rejects.toThrow(reason);
    expect((await readFile(file)).equals(before)).toBe(true);
    expect(await readdir(directoryOf(file))).toEqual(['state.db']);
  });

  test('rejects a damaged database', async () => {
    const file = await newFile();
    const store = await sqlite(file);
    const mock = await store.open('default');
    await mock.append([writes(...Array.from({ length: 500 }, (_, n) => record(`${n}`, n, 'x'.repeat(100))))]);
    await store.close();
    await truncate(file, (await stat(file)).size / 2);
    const open = async () => (await (await sqlite(file)).open('default')).load();
    await expect(open()).rejects.toThrow('the database is damaged. Restore a backup or choose another file.');
  });

  test('says that the disk is full, loses nothing, and goes on once there is space', async () => {
    const file = await newFile();
    const opened: DatabaseSync[] = [];
    vi.spyOn(process, 'getBuiltinModule').mockReturnValueOnce({
      DatabaseSync: class extends DatabaseSync {
        constructor(path: string) {
          super(path);
          opened.push(this);
        }
      },
    });
    const store = await sqlite(file);
    vi.restoreAllMocks();
    const mock = createMockServer();
    await mock.persist(await store.open('default'));
    const create = (name: string) =>
      mock.fetch(`${mock.baseUrl}/api/customers`, {
        method: 'POST',
        headers: { authorization: `Bearer ${mock.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name, type: 'company' }),
      });
    // SQLite reports the same error as for a disk without space.
    opened[0]?.exec('PRAGMA max_page_count = 40');
    const stored: string[] = [];
    let response = await create('0');
    for (let n = 0; response.status === 201; n += 1) {
      stored.push(String(n));
      response = await create(String(n + 1));
    }
    expect(response.status).toBe(500);
    expect(await response.json()).toMatchObject({
      error: 'The mock could not store the change: the disk is full. Free some space.',
    });
    expect(stored.length).toBeGreaterThan(10);
    expect(mock.db.customers.list().map(({ name }) => name)).toEqual(stored);
    opened[0]?.exec('PRAGMA max_page_count = 4000');
    expect((await create('later')).status).toBe(201);
    await store.close();

    const again = createMockServer();
    const reopened = await sqlite(file);
    await again.persist(await reopened.open('default'));
    expect(again.db.customers.list().map(({ name }) => name)).toEqual([...stored, 'later']);
    await reopened.close();
  });

  test.each(['', ':memory:', undefined, 5])('rejects %j, which is not the path of a file', async (file) => {
    await expect(sqlite(file as string)).rejects.toThrow(/^file: must be the path of a file, received /);
  });

  test('rejects a directory, a missing directory and an unknown durability', async () => {
    const file = await newFile();
    const directory = directoryOf(file);
    await expect(sqlite(directory)).rejects.toThrow('must be a file, received a directory. Choose another file.');
    const missing = join(directory, 'missing');
    await expect(sqlite(join(missing, 'state.db'))).rejects.toThrow(
      `the directory ${missing} does not exist. Create it first.`,
    );
    await expect(sqlite(file, { durability: 'none' as never })).rejects.toThrow(
      'durability: must be "normal" or "full", received none',
    );
  });

  test.skipIf(process.platform === 'win32')('rejects a device or a pipe, whose mode stays as it is', async () => {
    const pipe = await newFile();
    await promisify(execFile)('sh', ['-c', 'mkfifo "$0" && chmod 644 "$0"', pipe]);
    await expect(sqlite(pipe)).rejects.toThrow('must be a file, received a device or a pipe. Choose another file.');
    expect((await stat(pipe)).mode & 0o777).toBe(0o644);
  });

  test('follows symbolic links, even if the target does not exist yet', async () => {
    const file = await newFile();
    await mkdir(join(directoryOf(file), 'volume'));
    const link = join(directoryOf(file), 'link.db');
    await symlink('volume/state.db', link);
    const store = await sqlite(link);
    await (await store.open('default')).append([writes(record('a', 0))]);
    await expect(sqlite(join(directoryOf(file), 'volume/state.db'))).rejects.toThrow(inUse);
    await store.close();
    expect((await readdir(directoryOf(file))).sort()).toEqual(['link.db', 'volume']);
    expect(await readdir(join(directoryOf(file), 'volume'))).toEqual(['state.db']);
  });

  test('with full durability, has a prefix of the changes if its log is cut anywhere', async () => {
    const file = await newFile();
    const store = await sqlite(file, { durability: 'full' });
    const mock = await store.open('default');
    const acknowledgedAt: number[] = [];
    for (let n = 0; n < 20; n += 1) {
      // Two records, so that a torn change shows.
      await mock.append([writes(record(`${n}`, n), record(`${n}`, n, n, 'addresses'))]);
      acknowledgedAt.push((await stat(`${file}-wal`)).size);
    }
    const length = acknowledgedAt.at(-1) ?? 0;
    for (let cut = 0; cut <= length; cut += 1999) {
      const copy = await copyOpenFile(file);
      await truncate(`${copy}-wal`, cut);
      const store = await sqlite(copy);
      const { records = [] } = (await (await store.open('default')).load()) ?? {};
      const of = (collection: string) => records.filter((each) => each.collection === collection);
      const count = of('customers').length;
      expect(of('customers').map(({ key }) => key)).toEqual(Array.from({ length: count }, (_, n) => `${n}`));
      expect(of('addresses')).toHaveLength(count);
      expect(count).toBeGreaterThanOrEqual(acknowledgedAt.filter((size) => size <= cut).length);
      await store.close();
    }
    await store.close();
  });
});

describe('listen', () => {
  test('continues with the stored state, and closes the store', async () => {
    const file = await newFile();
    const first = createMockServer({ token: 'token' });
    const server = await listen(first, { persistence: await sqlite(file) });
    first.create.customer({ name: 'Acme' });
    await expect(sqlite(file)).rejects.toThrow(inUse);
    await server.close();
    expect(await readdir(directoryOf(file))).toEqual(['state.db']);

    const second = createMockServer({ token: 'token' });
    const again = await listen(second, { persistence: await sqlite(file) });
    expect(second.db.customers.list()).toMatchObject([{ name: 'Acme' }]);
    const elsewhere = await newFile();
    const mock = createMockServer();
    await expect(listen(mock, { port: again.port, persistence: await sqlite(elsewhere) })).rejects.toThrow(
      'EADDRINUSE',
    );
    mock.create.customer({ name: 'Later' });
    await mock.flush();
    await (await listen(mock, { persistence: await sqlite(elsewhere) })).close();
    await again.close();
  });

  test('serves several mocks from one file', async () => {
    const store = await sqlite(await newFile());
    const [one, two] = [createMockServer(), createMockServer()];
    await one.persist(await store.open('one'));
    await two.persist(await store.open('two'));
    one.create.customer({ name: 'Acme' });
    await one.flush();
    const again = createMockServer();
    await again.persist(await store.open('two'));
    expect(again.db.customers.list()).toEqual([]);
    await expect(one.persist(await store.open('three'))).rejects.toThrow('the mock already stores its changes');
    await store.close();
  });
});
