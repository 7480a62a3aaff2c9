import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sqlite } from '../../mocks/http.ts';
import { createMockServer, createSandboxes, demo } from '../../mocks/index.ts';
import { detail, isLong, runs, sample } from '../sample.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { send, serve, start, startError, startVerbose } from './serve.ts';

const token = 'persisted-token';
const authorization = `Bearer ${token}`;

/** The number of times that a server is killed. */
const kills = isLong ? 100 : Math.max(2, runs(5));

async function stateFile(): Promise<string> {
  return join(await temporaryDirectory(), 'state.db');
}

/** Creates a customer, and returns its name if that was acknowledged. */
async function create(url: string, name: string): Promise<string | undefined> {
  const { status } = await send(`${url}/api/customers`, 'POST', { name, type: 'company' }, { authorization });
  return status === 201 ? name : undefined;
}

async function names(url: string): Promise<readonly string[]> {
  const { body } = await send(`${url}/api/customers`, 'GET', undefined, { authorization });
  return Object(body).data.map(({ name }: { name: string }) => name);
}

const serveFile = (file: string, ...args: readonly string[]) =>
  start('--seed', 'empty', '--token', token, '--persist', file, ...args);

/** Creates customers with several clients at once, until the server is gone. */
function createMany(url: string, prefix: string, clients: number) {
  const acknowledged: string[] = [];
  const work = Array.from({ length: clients }, async (_, client) => {
    for (let n = 0; ; n += 1) {
      const name = await create(url, `${prefix}/${client}/${n}`).catch(() => undefined);
      if (name === undefined) return;
      acknowledged.push(name);
    }
  });
  return { acknowledged, ended: Promise.all(work) };
}

test('a server that is killed while twelve clients write loses no acknowledged change', async () => {
  const clients = 12;
  const file = await stateFile();
  const acknowledged: string[] = [];
  for (let round = 0; round < kills; round += 1) {
    const { child, closed, url } = await serveFile(file);
    expect(await names(url)).toEqual(expect.arrayContaining(acknowledged));
    const writers = createMany(url, String(round), clients);
    // Count changes instead of time, so that a slow machine is killed at work too.
    while (writers.acknowledged.length < 20) await wait(Math.random() * 10);
    child.kill('SIGKILL');
    await Promise.all([closed, writers.ended]);
    acknowledged.push(...writers.acknowledged);
  }
  const { url } = await serveFile(file);
  const found = await names(url);
  expect(found).toEqual(expect.arrayContaining(acknowledged));
  expect(new Set(found).size).toBe(found.length);
  // Each client may have had one unacknowledged change in progress.
  expect(found.length).toBeLessThanOrEqual(acknowledged.length + kills * clients);
}, 3_600_000);

test.each(sample(['SIGTERM', 'SIGHUP'] as const))(
  '%s: pending calls get their response, and one file remains',
  async (signal) => {
    const file = await stateFile();
    const { child, closed, url } = await serveFile(file);
    expect(await create(url, 'before')).toBe('before');
    const waiting = ['a', 'b', 'c'].map((name) => create(url, name).catch(() => undefined));
    await Promise.race(waiting);
    child.kill(signal);
    await closed;
    expect(child.exitCode).toBe(0);
    expect(await readdir(join(file, '..'))).toEqual(['state.db']);
    const acknowledged = (await Promise.all(waiting)).filter((name) => name !== undefined);
    const again = await serveFile(file);
    expect(await names(again.url)).toEqual(expect.arrayContaining(['before', ...acknowledged]));
  },
);

/** Starts the command in a shell, after other commands, and waits for its URL. */
async function serveInShell(shell: readonly string[], commands: string, file: string) {
  const server = `exec ${process.execPath} dist/cli.js mock --quiet --port 0 --seed empty --token ${token} --persist ${file}`;
  const [program = '', ...args] = [...shell, '-c', `${commands} && ${server}`];
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const line = await Promise.race([once(child.stdout, 'data'), once(child, 'exit').then(() => undefined)]);
  if (!line) throw new Error(`${commands}: failed with status ${child.exitCode}`);
  return { child, url: String(line).trim() };
}

/** Creates large customers until one is rejected. */
async function fill(url: string) {
  const acknowledged: string[] = [];
  for (let n = 0; ; n += 1) {
    const name = `${n} ${'x'.repeat(10_000)}`;
    const { status, body } = await send(`${url}/api/customers`, 'POST', { name, type: 'company' }, { authorization });
    if (status !== 201) return { acknowledged, failure: { status, error: Object(body).error } };
    acknowledged.push(name);
  }
}

const notStored = 'The mock could not store the change';

test.runIf(process.platform === 'linux')('a change that exceeds the file-size limit is not acknowledged', async () => {
  const file = await stateFile();
  const { child, url } = await serveInShell(['bash'], 'ulimit -f 600', file);
  const { acknowledged, failure } = await fill(url);
  expect(failure).toEqual({ status: 500, error: expect.stringContaining(notStored) });
  expect(acknowledged.length).toBeGreaterThan(0);
  expect(await names(url)).toEqual(acknowledged);
  child.kill('SIGKILL');
  const again = await serveFile(file);
  expect(await names(again.url)).toEqual(acknowledged);
  expect(await create(again.url, 'more')).toBe('more');
});

// Not in `npm test`: mounting a disk needs Linux with user namespaces, which containers often forbid.
if (isLong) {
  detail('on a full disk, nothing acknowledged is lost, and calls succeed once there is space', async () => {
    const file = await stateFile();
    const disk = join(file, '..');
    const mount = `mount -t tmpfs -o size=2m tmpfs ${disk} && head -c 1000000 /dev/zero > ${disk}/other`;
    const { child, url } = await serveInShell(['unshare', '--user', '--map-root-user', '--mount', 'sh'], mount, file);
    /** The disk is visible only to the server. */
    const diskOfServer = `/proc/${child.pid}/root${disk}`;
    const { acknowledged, failure } = await fill(url);
    expect(failure).toEqual({ status: 500, error: `${notStored}: the disk is full. Free some space.` });
    expect(acknowledged.length).toBeGreaterThan(10);
    expect(await names(url)).toEqual(acknowledged);
    await rm(`${diskOfServer}/other`);
    expect(await create(url, 'more')).toBe('more');
    const { acknowledged: later } = await fill(url);
    // The disk goes with the server, so the files are copied as a crash would leave them.
    const copy = await temporaryDirectory();
    await cp(diskOfServer, copy, { recursive: true });
    const again = await serveFile(join(copy, 'state.db'));
    expect(await names(again.url)).toEqual([...acknowledged, 'more', ...later]);
  });
}

describe('a change is stored before it is acknowledged', () => {
  detail('by the API, by the control API, and with a lost response', async () => {
    const file = await stateFile();
    const mock = createMockServer({ token });
    const { url } = await serve({ persistence: await sqlite(file) }, mock);
    /** Reads the file in another process, as a copy: it is locked. */
    const stored = (condition: string) => {
      const script = `
        import { DatabaseSync } from 'node:sqlite';
        const rows = new DatabaseSync(${JSON.stringify(`${file}.copy`)}).prepare(${JSON.stringify(`SELECT json FROM records WHERE ${condition} ORDER BY position`)}).all();
        console.log(JSON.stringify(rows.map(({ json }) => JSON.parse(json))));
      `;
      execFileSync('cp', [file, `${file}.copy`]);
      execFileSync('cp', [`${file}-wal`, `${file}.copy-wal`]);
      return JSON.parse(
        execFileSync(process.execPath, ['--no-warnings', '--input-type=module', '--eval', script], {
          encoding: 'utf8',
        }),
      );
    };
    expect(await create(url, 'Halm')).toBe('Halm');
    expect(stored("collection = 'customers'")).toMatchObject([{ name: 'Halm' }]);
    await send(`${url}/__mock/tokens`, 'POST', { token: 'second' });
    expect(stored("key = 'second'")).toHaveLength(1);
    await send(`${url}/__mock/policies`, 'PATCH', { createdStatus: 200 });
    expect(stored("key = 'policies'")).toMatchObject([{ value: { createdStatus: 200 } }]);
    mock.faults.add({ fault: 'drop-response', times: 1 });
    await expect(create(url, 'Lost')).rejects.toThrow();
    expect(stored("collection = 'customers'")).toMatchObject([{ name: 'Halm' }, { name: 'Lost' }]);
    await send(`${url}/__mock/reset`, 'POST');
    expect(stored("collection = 'customers'")).toEqual([]);
  });

  detail('as a named snapshot, which survives a restart, without its tokens once it is deleted', async () => {
    const file = await stateFile();
    const open = async () => {
      const persistence = await sqlite(file);
      const sandboxes = createSandboxes({ persistence });
      return serve({ persistence, sandboxes }, createMockServer({ token }));
    };
    const first = await open();
    await send(`${first.url}/__mock/tokens`, 'POST', { token: 'a-token-that-was-revoked' });
    await send(`${first.url}/__mock/snapshots/before`, 'PUT');
    await send(`${first.url}/__mock/tokens/a-token-that-was-revoked`, 'DELETE');
    await create(first.url, 'Later');
    await send(`${first.url}/__mock/sandboxes`, 'POST', { name: 'one' });
    await send(`${first.url}/sandboxes/one/__mock/snapshots/own`, 'PUT');
    await first.close();

    const second = await open();
    const list = async (path: string) => (await send(`${second.url}${path}/__mock/snapshots`, 'GET')).body;
    expect(await list('')).toMatchObject({ snapshots: [{ name: 'before' }] });
    expect(await list('/sandboxes/one')).toMatchObject({ snapshots: [{ name: 'own' }] });
    expect((await send(`${second.url}/__mock/snapshots/before`, 'POST')).status).toBe(200);
    expect(await names(second.url)).toEqual([]);
    await send(`${second.url}/__mock/tokens/a-token-that-was-revoked`, 'DELETE');
    await send(`${second.url}/__mock/snapshots/before`, 'DELETE');
    await send(`${second.url}/__mock/sandboxes/one`, 'DELETE');
    await send(`${second.url}/__mock/sandboxes`, 'POST', { name: 'one' });
    expect(await list('/sandboxes/one')).toEqual({ snapshots: [] });
    await second.close();
    expect(await readFile(file, 'latin1')).not.toContain('a-token-that-was-revoked');
  });

  detail('by many clients at once', async () => {
    const mock = createMockServer({ token });
    const file = await stateFile();
    const { url, close } = await serve({ persistence: await sqlite(file) }, mock);
    await Promise.all(Array.from({ length: 100 }, (_, n) => create(url, `${n}`)));
    const before = mock.snapshot({ tokens: true }).toJSON();
    await close();
    const again = createMockServer({ token });
    await serve({ persistence: await sqlite(file) }, again);
    expect(again.snapshot({ tokens: true }).toJSON()).toEqual(before);
  });
});

describe('the command', () => {
  detail('restores the state, and says so', async () => {
    const file = await stateFile();
    const args = ['--port', '0', '--seed', 'empty', '--persist', file];
    const first = await startVerbose(args);
    expect(first.printed.out).toContain(`State      ${file}\n`);
    await send(
      `${first.url}/api/customers`,
      'POST',
      { name: 'Halm', type: 'company' },
      { authorization: `Bearer ${first.token}` },
    );
    first.child.kill('SIGTERM');
    await first.closed;
    const second = await startVerbose(args);
    expect(second.printed.out).toContain(`State      ${file}, restored\n`);
    expect(second.token).toBe(first.token);
    await send(`${second.url}/__mock/reset`, 'POST');
    const { body } = await send(`${second.url}/api/customers`, 'GET', undefined, {
      authorization: `Bearer ${first.token}`,
    });
    expect(body).toEqual({ success: true, data: [] });
    expect(second.printed.err).toBe('');
  });

  detail('accepts the token of this run in addition to the stored one', async () => {
    const file = await stateFile();
    const first = await serveFile(file);
    await create(first.url, 'Halm');
    first.child.kill('SIGTERM');
    await first.closed;
    const { url } = await start('--seed', 'demo', '--token', 'another-token', '--persist', file);
    for (const each of [token, 'another-token']) {
      const { body } = await send(`${url}/api/customers`, 'GET', undefined, { authorization: `Bearer ${each}` });
      expect(body).toMatchObject({ success: true, data: [{ name: 'Halm' }] });
    }
  });

  detail('continues with the faults and policies of the last run, unless an option says otherwise', async () => {
    const file = await stateFile();
    const first = await serveFile(file, '--fault', '{"on":"customers.list","times":2,"status":503}');
    const list = async (url: string) =>
      (await send(`${url}/api/customers`, 'GET', undefined, { authorization })).status;
    expect(await list(first.url)).toBe(503);
    await send(`${first.url}/__mock/policies`, 'PATCH', { createdStatus: 200 });
    first.child.kill('SIGKILL');
    await first.closed;
    const second = await serveFile(file, '--fault', '{"on":"customers.list","times":2,"status":503}');
    expect([await list(second.url), await list(second.url)]).toEqual([503, 200]);
    expect((await send(`${second.url}/__mock/policies`, 'GET')).body).toMatchObject({ createdStatus: 200 });
    second.child.kill('SIGKILL');
    await second.closed;
    const third = await serveFile(file, '--fault', 'customers.list=429', '--policy', 'notFoundStatus=410');
    expect(await list(third.url)).toBe(429);
    expect((await send(`${third.url}/__mock/policies`, 'GET')).body).toMatchObject({
      createdStatus: 200,
      notFoundStatus: 410,
    });
  });

  detail('rejects the file of another running server, and opens it once that server is gone', async () => {
    const file = await stateFile();
    const first = await serveFile(file);
    await create(first.url, 'Halm');
    expect(await startError('--seed', 'demo', '--persist', file)).toBe(
      `masterdata-sdk: --persist ${file}: the file is in use by another mock server. Stop that server or choose another file.\n`,
    );
    first.child.kill('SIGKILL');
    await first.closed;
    const second = await serveFile(file, '--durability', 'full');
    expect(await names(second.url)).toEqual(['Halm']);
  });

  test.each(
    sample([
      ['a snapshot', JSON.stringify(createMockServer({ seed: demo }).snapshot())],
      ['a seed', '{"customers": [{"name": "Halm", "type": "company"}]}'],
      ['text', 'hello'],
    ]),
  )('rejects %s and leaves it untouched', async (_, content) => {
    const file = join(await temporaryDirectory(), 'state.json');
    await writeFile(file, content);
    expect(await startError('--persist', file)).toContain(`use --seed ${file} --persist state.db.`);
    expect(await readdir(join(file, '..'))).toEqual(['state.json']);
    expect(await readFile(file, 'utf8')).toBe(content);
  });

  detail('rejects a file that cannot be written', async () => {
    const missing = join(await temporaryDirectory(), 'missing');
    expect(await startError('--persist', join(missing, 'state.db'))).toContain(
      `the directory ${missing} does not exist. Create it first.`,
    );
    // Not even the superuser can create a file there, as on a read-only disk.
    if (process.platform === 'linux') {
      expect(await startError('--persist', '/sys/state.db')).toContain('the file cannot be created (E');
    }
  });
});
