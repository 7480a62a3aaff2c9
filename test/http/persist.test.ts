import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { lstat, mkdir, readdir, readFile, rmdir, stat, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { openStateFile } from '../../mocks/http.ts';
import { createMockServer, demo } from '../../mocks/index.ts';
import { folder, refusal, send, serve, start } from './serve.ts';

// Each start of the command takes its time on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

const token = 'persisted-token';
const authorization = `Bearer ${token}`;

async function stateFile(): Promise<string> {
  return join(await folder(), 'state.json');
}

/** Creates a customer; the name, if that was acknowledged. */
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
  test('has lost nothing that it acknowledged', async () => {
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
      // By what was done, and not by the clock, that it is killed at work on a slow machine too.
      const enough = acknowledged.length + 20;
      while (acknowledged.length < enough) await wait(Math.random() * 10);
      child.kill('SIGKILL');
      await Promise.all([closed, ...work]);
    }
    const { url } = await serveFile(file);
    const found = await names(url);
    expect(found).toEqual(expect.arrayContaining(acknowledged));
    // Beside them, at most what each client had under way when the server was killed.
    expect(found.length).toBeLessThanOrEqual(acknowledged.length + 3 * clients);
  });

  test('leaves a whole file, at whichever moment', async () => {
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

test.each(['SIGTERM', 'SIGHUP'] as const)('%s: whoever waits is answered, and the file has it all', async (signal) => {
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
});

describe('the file', () => {
  test('holds tokens, and is for its owner only', async () => {
    const file = await stateFile();
    const mock = createMockServer();
    await openStateFile(mock, file);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(file, 'utf8')).tokens).toHaveProperty(mock.token);
    expect((await readdir(join(file, '..'))).sort()).toEqual(['state.json', 'state.json.lock']);
  });

  test('has what was done over HTTP before it is acknowledged: by the API, the control API, a lost answer', async () => {
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
    mock.faults.add({ lose: true, times: 1 });
    await expect(post('Lost')).rejects.toThrow();
    expect((await read()).tables.customers).toMatchObject([{ name: 'Halm' }, { name: 'Lost' }]);
    await send(`${url}/__mock/reset`, 'POST');
    expect((await read()).tables.customers).toEqual([]);
  });

  test('has what was done in the same process', async () => {
    const file = await stateFile();
    const mock = createMockServer();
    const state = await openStateFile(mock, file);
    mock.create.customer({ name: 'Halm' });
    await state.flush();
    expect(JSON.parse(await readFile(file, 'utf8')).tables.customers).toMatchObject([{ name: 'Halm' }]);
  });

  test('many changes at once share a write', async () => {
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

  test('is restored instead of the seed, and reset goes back to the seed', async () => {
    const file = await stateFile();
    const first = createMockServer({ seed: demo });
    const state = await openStateFile(first, file);
    expect(state.loaded).toBe('nothing');
    first.create.customer({ name: 'Halm' });
    await state.flush();
    const second = createMockServer({ seed: demo });
    expect((await openStateFile(second, file)).loaded).toBe('state');
    expect(second.snapshot().toJSON()).toEqual(first.snapshot().toJSON());
    second.reset();
    expect(second.db.customers.find({ name: 'Halm' })).toBeUndefined();
  });

  test('where it cannot be written, the change is not acknowledged; once it can, it is all there', async () => {
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
    // In the way of the file that is written first.
    await mkdir(`${file}.tmp`);
    expect(await post()).toMatchObject({ status: 500, body: { error: expect.stringContaining('could not write') } });
    expect((await send(`${url}/__mock/state`, 'GET')).status).toBe(200);
    await rmdir(`${file}.tmp`);
    expect((await post()).status).toBe(201);
    expect(JSON.parse(await readFile(file, 'utf8')).tables.customers).toHaveLength(2);
  });

  test('may be reached through a symbolic link, which stays one', async () => {
    const path = await folder();
    await writeFile(join(path, 'real.json'), '');
    await symlink('real.json', join(path, 'link.json'));
    await openStateFile(createMockServer(), join(path, 'link.json'));
    expect((await readdir(path)).sort()).toEqual(['link.json', 'real.json', 'real.json.lock']);
    expect(JSON.parse(await readFile(join(path, 'real.json'), 'utf8'))).toMatchObject({ version: 1 });
  });

  test('may be made through a link to a file that is not there yet', async () => {
    const path = await folder();
    await mkdir(join(path, 'volume'));
    await symlink('volume/real.json', join(path, 'link.json'));
    await openStateFile(createMockServer(), join(path, 'link.json'));
    expect((await readdir(path)).sort()).toEqual(['link.json', 'volume']);
    expect((await readdir(join(path, 'volume'))).sort()).toEqual(['real.json', 'real.json.lock']);
    expect((await lstat(join(path, 'link.json'))).isSymbolicLink()).toBe(true);
  });

  test('with what a killed process left beside it is no obstacle', async () => {
    const file = await stateFile();
    await writeFile(`${file}.tmp`, '{"version":1,"ta');
    expect((await openStateFile(createMockServer(), file)).loaded).toBe('nothing');
    expect((await readdir(join(file, '..'))).sort()).toEqual(['state.json', 'state.json.lock']);
  });
});

describe('a damaged file', () => {
  const make = () => createMockServer({ seed: demo, clock: '2026-03-02T12:00:00Z' });
  const whole = JSON.stringify(make().snapshot());
  test.each([
    ['cut off', whole.slice(0, -100)],
    ['not JSON', 'hello'],
    ['something else', '{"name": "x"}'],
    ['of another version', whole.replace('"version":1', '"version":99')],
    ['with a row that cannot be', whole.replace('"type":"company"', '"type":"club"')],
  ])('%s: it is kept aside, said, and the server starts from the seed', async (_, content) => {
    const file = await stateFile();
    await writeFile(file, content);
    const { loaded: found } = await openStateFile(make(), file);
    if (typeof found !== 'object') throw new Error('expected it to be found damaged');
    expect(found.reason).not.toBe('');
    expect(basename(found.backupPath)).toMatch(/^state\.json\.damaged-\d{4}-\d\d-\d\dT[\d-]+\.\d+Z$/);
    expect(await readFile(found.backupPath, 'utf8')).toBe(content);
    expect(JSON.parse(await readFile(file, 'utf8'))).toEqual(JSON.parse(whole));
  });

  test('the command says so, and goes on', async () => {
    const file = await stateFile();
    await writeFile(file, whole.slice(0, 1000));
    const { url, printed } = await start('--persist', file);
    expect((await names(url)).length).toBeGreaterThan(0);
    expect(printed.err).toContain('is damaged');
    const [kept = ''] = (await readdir(join(file, '..'))).filter((name) => name.includes('damaged'));
    expect(printed.err).toContain(kept);
  });
});

describe('the command', () => {
  test('opens the restored workspace with the token of this run, too', async () => {
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

  test('refuses a file that cannot be written', async () => {
    const path = await folder();
    const missing = join(path, 'missing');
    expect(await refusal('--persist', join(missing, 'state.json'))).toContain(`there is no folder ${missing}`);
    // Where not even the superuser makes a file, as on a disk that is mounted for reading.
    if (process.platform === 'linux') {
      await expect(openStateFile(createMockServer(), '/sys/state.json')).rejects.toThrow('written in /sys (E');
    }
    await expect(openStateFile(createMockServer(), path)).rejects.toThrow('EISDIR');
  });

  test('refuses a file that another server has, and leaves it alone; takes that of one that is gone', async () => {
    const file = await stateFile();
    const first = await serveFile(file);
    await create(first.url, 'Halm');
    const before = await readFile(file, 'utf8');
    const reason = await refusal('--seed', 'demo', '--persist', file);
    expect(reason).toContain(`${file}: it is in use by process ${first.child.pid}. Stop that one`);
    await expect(openStateFile(createMockServer(), file)).rejects.toThrow('in use by process');
    expect(await readFile(file, 'utf8')).toBe(before);
    first.child.kill('SIGKILL');
    await first.closed;
    const second = await serveFile(file);
    expect(await names(second.url)).toEqual(['Halm']);
    second.child.kill('SIGTERM');
    await second.closed;
    expect(await readdir(join(file, '..'))).toEqual(['state.json']);
  });

  // As in a container, where nobody takes notice of a process that was killed.
  test.runIf(process.platform === 'linux')(
    'takes a file from a process that has ended, with its id not yet free',
    async () => {
      const file = await stateFile();
      const parent = spawn('sh', ['-c', 'sleep 0.1 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'ignore'] });
      onTestFinished(() => void parent.kill('SIGKILL'));
      const [id] = await once(parent.stdout, 'data');
      await vi.waitUntil(async () => (await readFile(`/proc/${Number(id)}/stat`, 'utf8')).includes(') Z '));
      await writeFile(`${file}.lock`, String(Number(id)));
      expect((await openStateFile(createMockServer(), file)).loaded).toBe('nothing');
    },
  );

  test.runIf(process.platform === 'linux')('takes a file from a process whose id another one has by now', async () => {
    const file = await stateFile();
    await writeFile(`${file}.lock`, `${process.ppid} 1`);
    expect((await openStateFile(createMockServer(), file)).loaded).toBe('nothing');
    const other = await stateFile();
    await writeFile(`${other}.lock`, `${process.ppid}`);
    await expect(openStateFile(createMockServer(), other)).rejects.toThrow(`in use by process ${process.ppid}`);
  });

  test.each(['', 'x', '-1', '0'])('takes a file whose lock names no process: %j', async (content) => {
    const file = await stateFile();
    await writeFile(`${file}.lock`, content);
    expect((await openStateFile(createMockServer(), file)).loaded).toBe('nothing');
  });
});
