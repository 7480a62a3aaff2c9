import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, mkdir, readdir, readFile, rmdir, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openStateFile } from '../../mocks/http.ts';
import { createMockServer, demo, type MockServer } from '../../mocks/index.ts';
import { send, serve, start, startError, temporaryDirectory } from './serve.ts';

const token = 'persisted-token';
const authorization = `Bearer ${token}`;

async function stateFile(): Promise<string> {
  return join(await temporaryDirectory(), 'state.json');
}

/** Creates a customer, and returns its name if that was acknowledged. */
async function create(url: string, name: string): Promise<string | undefined> {
  const { status } = await send(`${url}/api/customers`, 'POST', { name, type: 'company' }, { authorization });
  return status === 201 ? name : undefined;
}

async function names(url: string): Promise<readonly string[]> {
  const { body } = await send(`${url}/__mock/db/customers`, 'GET');
  return Object(body).rows.map(({ name }: { name: string }) => name);
}

const serveFile = (file: string, ...args: readonly string[]) =>
  start('--seed', 'empty', '--token', token, '--persist', file, ...args);

describe('a killed server', () => {
  test('loses no acknowledged change', async () => {
    const clients = 4;
    const file = await stateFile();
    const acknowledged: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const { child, closed, url } = await serveFile(file);
      expect(await names(url)).toEqual(expect.arrayContaining(acknowledged));
      const work = Array.from({ length: clients }, async (_, client) => {
        for (let n = 0; ; n += 1) {
          const name = await create(url, `${round}/${client}/${n}`).catch(() => undefined);
          if (name === undefined) return;
          acknowledged.push(name);
        }
      });
      // Count changes instead of time, so that a slow machine is killed at work too.
      const enough = acknowledged.length + 20;
      while (acknowledged.length < enough) await wait(Math.random() * 10);
      child.kill('SIGKILL');
      await Promise.all([closed, ...work]);
    }
    const { url } = await serveFile(file);
    const found = await names(url);
    expect(found).toEqual(expect.arrayContaining(acknowledged));
    // Each client may have had one unacknowledged change in progress.
    expect(found.length).toBeLessThanOrEqual(acknowledged.length + 3 * clients);
  });

  test('leaves a complete file at any moment', async () => {
    const file = await stateFile();
    const { child, closed, url } = await serveFile(file);
    const work = Array.from({ length: 4 }, async (_, n) => {
      while (await create(url, `${n}`).catch(() => undefined));
    });
    for (let look = 0; look < 50; look += 1) JSON.parse(await readFile(file, 'utf8'));
    child.kill('SIGKILL');
    await Promise.all([closed, ...work]);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ version: 1 });
  });
});

test.each(['SIGTERM', 'SIGHUP'] as const)(
  '%s: pending calls get their response, and the file has all changes',
  async (signal) => {
    const file = await stateFile();
    const { child, closed, url } = await serveFile(file);
    expect(await create(url, 'before')).toBe('before');
    const waiting = ['a', 'b', 'c'].map((name) => create(url, name).catch(() => undefined));
    await Promise.race(waiting);
    child.kill(signal);
    await closed;
    expect(child.exitCode).toBe(0);
    const acknowledged = (await Promise.all(waiting)).filter((name) => name !== undefined);
    const { tables } = JSON.parse(await readFile(file, 'utf8'));
    expect(tables.customers.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['before', ...acknowledged]),
    );
  },
);

describe('the file', () => {
  test('contains tokens and is readable only by its owner', async () => {
    const file = await stateFile();
    const mock = createMockServer();
    await openStateFile(mock, file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8')).tokens).toHaveProperty(mock.token);
    expect((await readdir(join(file, '..'))).sort()).toEqual(['state.json', 'state.json.lock']);
  });

  test('has every change over HTTP before it is acknowledged: by the API, the control API, with a lost response', async () => {
    const file = await stateFile();
    const mock = createMockServer();
    const state = await openStateFile(mock, file);
    const { url } = await serve({ state }, mock);
    const read = async () => JSON.parse(await readFile(file, 'utf8'));
    const post = (name: string) =>
      send(`${url}/api/customers`, 'POST', { name, type: 'company' }, { authorization: `Bearer ${mock.token}` });

    await post('Halm');
    expect((await read()).tables.customers).toMatchObject([{ name: 'Halm' }]);
    await send(`${url}/__mock/tokens`, 'POST', { token: 'second' });
    expect((await read()).tokens).toHaveProperty('second');
    mock.faults.add({ fault: 'drop-response', times: 1 });
    await expect(post('Lost')).rejects.toThrow();
    expect((await read()).tables.customers).toMatchObject([{ name: 'Halm' }, { name: 'Lost' }]);
    await send(`${url}/__mock/reset`, 'POST');
    expect((await read()).tables.customers).toEqual([]);
  });

  test('has changes made in the same process', async () => {
    const file = await stateFile();
    const mock = createMockServer();
    const state = await openStateFile(mock, file);
    mock.create.customer({ name: 'Halm' });
    await state.flush();
    expect(JSON.parse(await readFile(file, 'utf8')).tables.customers).toMatchObject([{ name: 'Halm' }]);
  });

  test('has many concurrent changes', async () => {
    const file = await stateFile();
    const mock = createMockServer();
    const state = await openStateFile(mock, file);
    const { url } = await serve({ state }, mock);
    const headers = { authorization: `Bearer ${mock.token}` };
    const numbers = Array.from({ length: 100 }, (_, n) => n);
    await Promise.all(
      numbers.map((n) => send(`${url}/api/customers`, 'POST', { name: `${n}`, type: 'company' }, headers)),
    );
    expect(JSON.parse(await readFile(file, 'utf8')).tables.customers).toHaveLength(100);
  });

  test('takes precedence over the seed, and reset restores the seed', async () => {
    const file = await stateFile();
    const first = createMockServer({ seed: demo });
    const state = await openStateFile(first, file);
    expect(state.loaded).toBe('empty');
    first.create.customer({ name: 'Halm' });
    await state.flush();
    const second = createMockServer({ seed: demo });
    expect((await openStateFile(second, file)).loaded).toBe('restored');
    const json = (mock: MockServer) => mock.snapshot({ tokens: true }).toJSON();
    expect(json(second)).toEqual(json(first));
    second.reset();
    expect(second.db.customers.find({ name: 'Halm' })).toBeUndefined();
  });

  test('a change that cannot be written is not acknowledged, and is written with the next change', async () => {
    const file = await stateFile();
    const mock = createMockServer();
    const state = await openStateFile(mock, file);
    const { url } = await serve({ state }, mock);
    const post = () =>
      send(
        `${url}/api/customers`,
        'POST',
        { name: 'Halm', type: 'company' },
        { authorization: `Bearer ${mock.token}` },
      );
    // Blocks the temporary file.
    await mkdir(`${file}.tmp`);
    expect(await post()).toMatchObject({ status: 500, body: { error: expect.stringContaining('could not write') } });
    expect((await send(`${url}/__mock/state`, 'GET')).status).toBe(200);
    await rmdir(`${file}.tmp`);
    expect((await post()).status).toBe(201);
    expect(JSON.parse(await readFile(file, 'utf8')).tables.customers).toHaveLength(2);
  });

  test('can be a symbolic link, which is kept', async () => {
    const path = await temporaryDirectory();
    await writeFile(join(path, 'real.json'), '');
    await symlink('real.json', join(path, 'link.json'));
    await openStateFile(createMockServer(), join(path, 'link.json'));
    expect((await readdir(path)).sort()).toEqual(['link.json', 'real.json', 'real.json.lock']);
    expect(JSON.parse(await readFile(join(path, 'real.json'), 'utf8'))).toMatchObject({ version: 1 });
  });

  test('can be a symbolic link to a file that does not exist yet', async () => {
    const path = await temporaryDirectory();
    await mkdir(join(path, 'volume'));
    await symlink('volume/real.json', join(path, 'link.json'));
    await openStateFile(createMockServer(), join(path, 'link.json'));
    expect((await readdir(path)).sort()).toEqual(['link.json', 'volume']);
    expect((await readdir(join(path, 'volume'))).sort()).toEqual(['real.json', 'real.json.lock']);
    expect((await lstat(join(path, 'link.json'))).isSymbolicLink()).toBe(true);
  });

  test('opens despite the temporary file of a killed process', async () => {
    const file = await stateFile();
    await writeFile(`${file}.tmp`, '{"version":1,"ta');
    expect((await openStateFile(createMockServer(), file)).loaded).toBe('empty');
    expect((await readdir(join(file, '..'))).sort()).toEqual(['state.json', 'state.json.lock']);
  });
});

describe('a damaged file', () => {
  const make = () => createMockServer({ seed: demo, clock: '2026-03-02T12:00:00Z', token: 'kept' });
  const whole = JSON.stringify(make().snapshot({ tokens: true }));
  test.each([
    ['cut off', whole.slice(0, -100)],
    ['of another version', whole.replace('"version":1', '"version":99')],
    ['with a row that cannot be', whole.replace('"type":"company"', '"type":"club"')],
  ])('%s: it is renamed and the server starts from the seed', async (_, content) => {
    const file = await stateFile();
    await writeFile(file, content);
    const { loaded } = await openStateFile(make(), file);
    if (typeof loaded !== 'object') throw new Error('expected a damaged file');
    expect(loaded.reason).not.toBe('');
    expect(basename(loaded.backupPath)).toMatch(/^state\.json\.damaged-\d{4}-\d\d-\d\dT[\d-]+\.\d+Z$/);
    expect(await readFile(loaded.backupPath, 'utf8')).toBe(content);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(whole));
  });

  test('the command warns and starts', async () => {
    const file = await stateFile();
    await writeFile(file, whole.slice(0, 1000));
    const { url, printed } = await start('--persist', file);
    expect((await names(url)).length).toBeGreaterThan(0);
    expect(printed.err).toContain('is damaged');
    const [backup = ''] = (await readdir(join(file, '..'))).filter((name) => name.includes('damaged'));
    expect(printed.err).toContain(backup);
  });
});

test.each([
  ['a seed', '{"customers": [{"name": "Halm", "type": "company"}]}'],
  ['text', 'hello'],
  ['JSON', '[1, 2]'],
])('%s is rejected and left untouched', async (_, content) => {
  const file = await stateFile();
  await writeFile(file, content);
  expect(await startError('--persist', file)).toContain('must be a state file or a new file');
  expect(await readdir(join(file, '..'))).toEqual(['state.json']);
  expect(await readFile(file, 'utf8')).toBe(content);
});

describe('the command', () => {
  test('accepts the token of this run for the restored workspace, too', async () => {
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

  test('rejects a file that cannot be written', async () => {
    const path = await temporaryDirectory();
    const missing = join(path, 'missing');
    expect(await startError('--persist', join(missing, 'state.json'))).toContain(
      `the directory ${missing} does not exist. Create it first.`,
    );
    // Not even the superuser can create a file there, as on a read-only disk.
    if (process.platform === 'linux') {
      await expect(openStateFile(createMockServer(), '/sys/state.json')).rejects.toThrow(
        'the directory /sys is not writable (E',
      );
    }
    await expect(openStateFile(createMockServer(), path)).rejects.toThrow('EISDIR');
  });

  test('rejects the file of another running server, and opens it once that server is gone', async () => {
    const file = await stateFile();
    const first = await serveFile(file);
    await create(first.url, 'Halm');
    const before = await readFile(file, 'utf8');
    const reason = await startError('--seed', 'demo', '--persist', file);
    expect(reason).toContain(`${file}: the file is locked by process ${first.child.pid}. Stop that process`);
    await expect(openStateFile(createMockServer(), file)).rejects.toThrow('locked by process');
    expect(await readFile(file, 'utf8')).toBe(before);
    first.child.kill('SIGKILL');
    await first.closed;
    const second = await serveFile(file);
    expect(await names(second.url)).toEqual(['Halm']);
    second.child.kill('SIGTERM');
    await second.closed;
    expect(await readdir(join(file, '..'))).toEqual(['state.json']);
  });

  // As in a container, where nobody reaps a killed process.
  test.runIf(process.platform === 'linux')(
    'ignores the lock of a process that has ended but keeps its id',
    async () => {
      const file = await stateFile();
      const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
      onTestFinished(() => void parent.kill('SIGKILL'));
      const [id] = await once(parent.stdout, 'data');
      await vi.waitUntil(async () => (await readFile(`/proc/${Number(id)}/stat`, 'utf8')).includes(') Z '), 60_000);
      await writeFile(`${file}.lock`, String(Number(id)));
      expect((await openStateFile(createMockServer(), file)).loaded).toBe('empty');
    },
  );

  test.runIf(process.platform === 'linux')('ignores the lock of a process whose id was reused', async () => {
    const file = await stateFile();
    await writeFile(`${file}.lock`, `${process.ppid} 1`);
    expect((await openStateFile(createMockServer(), file)).loaded).toBe('empty');
    const other = await stateFile();
    await writeFile(`${other}.lock`, `${process.ppid}`);
    await expect(openStateFile(createMockServer(), other)).rejects.toThrow(`locked by process ${process.ppid}`);
  });

  test.each(['', 'x', '-1', '0'])('ignores a lock without a process id: %j', async (content) => {
    const file = await stateFile();
    await writeFile(`${file}.lock`, content);
    expect((await openStateFile(createMockServer(), file)).loaded).toBe('empty');
  });
});
