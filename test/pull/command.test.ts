/** `masterdata-sdk pull` as a process, from the built package. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMockServer } from '../../mocks/index.ts';
import { serve } from '../http/serve.ts';
import { detail } from '../sample.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { personalTexts } from './helpers.ts';

interface Result {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Starts the demo workspace and a folder, and returns a function that pulls into it. */
async function start() {
  const folder = await temporaryDirectory();
  const { url, mock } = await serve();
  const out = join(folder, 'seed.json');
  const run = (args: readonly string[] = [], interrupted?: Promise<unknown>): Promise<Result> => {
    const child = spawn(process.execPath, ['dist/cli.js', 'pull', '--out', out, ...args], {
      env: {
        PATH: process.env['PATH'],
        NO_COLOR: '1',
        XDG_CONFIG_HOME: join(folder, 'config'),
        MASTERDATA_BASE_URL: url,
        MASTERDATA_API_TOKEN: mock.token,
      },
    });
    const printed = { out: '', err: '' };
    child.stdout.on('data', (chunk) => {
      printed.out += chunk;
    });
    child.stderr.on('data', (chunk) => {
      printed.err += chunk;
    });
    void interrupted?.then(() => child.kill('SIGINT'));
    return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...printed })));
  };
  return { mock, out, run, key: join(folder, 'config', 'masterdata-sdk', 'pull.key') };
}

const read = (file: string) => readFileSync(file, 'utf8');

detail('writes a seed, and creates a key that only the user may read', async () => {
  const { mock, out, run, key } = await start();
  const first = await run();
  expect(first).toMatchObject({ code: 0, out: expect.stringContaining('customers 4, contacts 4') });
  expect(first.err).toContain(`Created the key ${key}.`);
  expect(first.err).toContain('Do not commit or share the key');
  expect(read(key)).toMatch(/^[0-9a-f]{64}\n$/);
  if (process.platform !== 'win32') expect(statSync(key).mode & 0o777).toBe(0o600);
  const text = read(out);
  for (const secret of [mock.token, read(key).trim()]) expect(text + first.out + first.err).not.toContain(secret);
  expect(createMockServer({ seed: JSON.parse(text) }).db.prices.size).toBe(12);

  // As Windows PowerShell copies it.
  writeFileSync(key, Buffer.from(`\ufeff${read(key)}`, 'utf16le'));
  const second = await run();
  expect(second).toMatchObject({ code: 0, err: expect.not.stringContaining('Created') });
  expect(read(out)).toBe(text);
});

detail('leaves the seed as it was if a call fails, and continues later', async () => {
  const { mock, out, run } = await start();
  writeFileSync(out, 'the old seed');
  const fault = mock.faults.add({ on: 'products.get', status: 400, body: { success: false, error: 'Out of order' } });
  const failed = await run();
  expect(failed).toMatchObject({ code: 1, out: '' });
  expect(failed.err).toContain('products.get: status 400. ');
  expect(failed.err).toContain('Run the same command again to continue.');
  expect(failed.err).not.toContain('Out of order');
  expect(failed.err).not.toContain(mock.token);
  expect(read(out)).toBe('the old seed');
  const partial = read(`${out}.partial`);
  expect(partial).not.toContain(mock.token);
  expect(personalTexts(mock).filter((text) => partial.includes(JSON.stringify(text)))).toEqual([]);
  if (process.platform !== 'win32') expect(statSync(`${out}.partial`).mode & 0o777).toBe(0o600);

  fault.remove();
  mock.journal.clear();
  expect((await run()).code).toBe(0);
  expect(mock.journal.list('contacts.get')).toEqual([]);
  expect(mock.journal.list('products.get')).toHaveLength(6);
  expect(new Set(mock.journal.list().map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(JSON.parse(read(out)).contacts).toHaveLength(4);
  expect(existsSync(`${out}.partial`)).toBe(false);
});

detail('keeps nothing of records that contradict each other, so that the next pull reads all', async () => {
  const { mock, out, run } = await start();
  const body = await mock
    .fetch(`${mock.baseUrl}/api/products/${mock.db.products.list()[0]?.id}`, {
      headers: { authorization: `Bearer ${mock.token}` },
    })
    .then((response) => response.text());
  const fault = mock.faults.add({
    ...{ on: 'products.get', status: 200, body, headers: { 'content-type': 'application/json' } },
  });
  const failed = await run();
  expect(failed).toMatchObject({ code: 1, err: expect.stringMatching(/contradict each other: .+ earlier row\.\n$/) });
  expect(existsSync(`${out}.partial`)).toBe(false);
  fault.remove();
  expect((await run()).code).toBe(0);
});

detail('continues after an interruption', async () => {
  const { mock, out, run } = await start();
  const held = mock.faults.hold('products.get');
  const interrupted = await run([], held.reached());
  expect(interrupted).toMatchObject({ code: 130, out: '' });
  expect(interrupted.err).toContain('interrupted. ');
  expect(existsSync(out)).toBe(false);
  held.release();
  expect((await run()).code).toBe(0);
  expect(JSON.parse(read(out)).products).toHaveLength(6);
});

detail('warns if it keeps personal data, in a file that only the user may read', async () => {
  const { out, run, key } = await start();
  const { code, err } = await run(['--no-anonymize']);
  expect(code).toBe(0);
  expect(err).toContain('will contain personal data of your customers. Do not commit or share it.');
  expect(read(out)).toContain('Halm & Söhne GmbH');
  if (process.platform !== 'win32') expect(statSync(out).mode & 0o777).toBe(0o600);
  expect(existsSync(key)).toBe(false);
});

detail('lets only the user read a seed with some personal data', async () => {
  const { out, run } = await start();
  expect((await run(['--keep', 'email'])).code).toBe(0);
  expect(read(out)).toContain('@');
  if (process.platform !== 'win32') expect(statSync(out).mode & 0o777).toBe(0o600);
});

test.each([
  [['--keep', 'emial'], 'Unknown personal field "emial". Did you mean "email"?'],
  [['--keep', 'email', '--no-anonymize'], "cannot be used with option '--keep"],
  [['--out', 'missing/seed.json'], 'the directory missing does not exist. Create it.'],
  [['--out', 'docs'], 'docs: must be a file, received a directory. Add the name of a file.'],
  [['--key', 'package.json'], 'package.json: must be a key of 64 hexadecimal digits.'],
])('rejects %j before the first call', async (args, message) => {
  const { mock, run } = await start();
  const { code, err } = await run(args);
  expect(code).toBe(1);
  expect(err).toContain(message);
  expect(mock.journal.list()).toEqual([]);
});
