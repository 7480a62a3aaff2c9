/** `masterdata-sdk mock --export-on-exit`. */
import { mkdir, readdir, readFile, readlink, symlink, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createMockServer } from '../../mocks/index.ts';
import { detail, sample } from '../sample.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { run, send, start, startError, startVerbose } from './serve.ts';

test.each(sample(['SIGINT', 'SIGTERM'] as const))(
  'writes the state on %s, and --seed starts with it',
  async (signal) => {
    const directory = await temporaryDirectory();
    const file = join(directory, 'state.json');
    await writeFile(file, '{}');
    const first = await start('--seed', file, '--export-on-exit', file);
    const { body } = await send(`${first.url}/__mock/db/taxes`, 'POST', { name: 'VAT', rate: 19 });
    expect(await readFile(file, 'utf8')).toBe('{}');
    first.child.kill(signal);
    await first.closed;
    expect([first.child.exitCode, first.printed.err]).toEqual([0, '']);
    expect(await readdir(directory)).toEqual(['state.json']);
    const mock = createMockServer({ seed: JSON.parse(await readFile(file, 'utf8')) });
    expect(mock.db.taxes.list()).toEqual([body]);

    const second = await start('--seed', file);
    expect((await send(`${second.url}/__mock/db/taxes`, 'GET')).body).toEqual({ rows: [body] });
  },
);

detail('names the file at the start, and writes no token', async () => {
  const file = join(await temporaryDirectory(), 'state.json');
  const { child, closed, printed, token } = await startVerbose(['--port', '0', '--export-on-exit', file]);
  expect(printed.out).toContain(`  Export     ${file}, when the server stops\n`);
  expect(printed.out).not.toContain('Data is lost');
  child.kill('SIGTERM');
  await closed;
  const text = await readFile(file, 'utf8');
  expect(JSON.parse(text)).toMatchObject({ tables: { customers: expect.anything() } });
  expect(text).not.toContain(token);
});

/** A program that stores a tax and ends with a status. */
const insertTax = (status: number) => `
  const url = process.env.MASTERDATA_BASE_URL + '/__mock/db/taxes';
  const headers = { 'content-type': 'application/json' };
  await fetch(url, { method: 'POST', headers, body: '{"name": "VAT"}' });
  process.exit(${status});
`;

test.each(sample([3, 0]))('writes the state when the command ends, and exits with its status %d', async (status) => {
  const file = join(await temporaryDirectory(), 'state.json');
  const command = ['--', process.execPath, '--input-type=module', '-e', insertTax(status)];
  const { child, closed, printed } = run(['mock', '-q', '--seed', 'empty', '--export-on-exit', file, ...command]);
  await closed;
  expect([child.exitCode, printed.err]).toEqual([status, '']);
  const mock = createMockServer({ seed: JSON.parse(await readFile(file, 'utf8')) });
  expect(mock.db.taxes.list()).toMatchObject([{ name: 'VAT' }]);
});

test.each(
  sample([
    [0, 1],
    [3, 3],
  ] as const),
)('fails if the file cannot be written: the command exits with %d, the server with %d', async (status, expected) => {
  const directory = await temporaryDirectory();
  const file = join(directory, 'state.json');
  // A directory cannot be replaced by a file. The command rejects one that exists before it starts.
  const program = `fs.mkdirSync(${JSON.stringify(file)}); process.exit(${status})`;
  const command = ['--', process.execPath, '-e', program];
  const { child, closed, printed } = run(['mock', '-q', '--export-on-exit', file, ...command]);
  await closed;
  expect(child.exitCode).toBe(expected);
  expect(printed.err).toContain(`masterdata-sdk: --export-on-exit ${file}: the state was not written: `);
  expect(printed.err).not.toContain('    at ');
  expect(await readdir(directory)).toEqual(['state.json']);
});

detail('fails on a signal if the file cannot be written', async () => {
  const file = join(await temporaryDirectory(), 'state.json');
  const { child, closed, printed } = await start('--export-on-exit', file);
  await mkdir(file);
  child.kill('SIGTERM');
  await closed;
  expect(child.exitCode).toBe(1);
  expect(printed.err).toContain(`--export-on-exit ${file}: the state was not written: `);
});

detail('does not start if the directory does not exist', async () => {
  const directory = join(await temporaryDirectory(), 'missing');
  const file = join(directory, 'state.json');
  expect(await startError('--export-on-exit', file)).toBe(
    `masterdata-sdk: --export-on-exit ${file}: the directory ${directory} does not exist. Create it.\n`,
  );
});

detail('does not start with an empty name', async () => {
  expect(await startError('--export-on-exit', '')).toBe(
    'masterdata-sdk: --export-on-exit : the name of the file must not be empty.\n',
  );
});

test.each(['state.csv', 'customers.NDJSON', 'state.jsonl'])('rejects %s, which --seed reads as rows', async (name) => {
  const file = join(await temporaryDirectory(), name);
  expect(await startError('--export-on-exit', file)).toBe(
    `masterdata-sdk: --export-on-exit ${file}: must not end in .csv, .ndjson or .jsonl, which --seed reads as rows. Use .json.\n`,
  );
});

detail('does not replace the file of --persist', async () => {
  const file = join(await temporaryDirectory(), 'state.db');
  expect(await startError('--persist', file, '--export-on-exit', relative('.', file))).toBe(
    `masterdata-sdk: --export-on-exit ${relative('.', file)}: must be another file than that of --persist\n`,
  );
});

// On Windows, few users may create a link.
describe.skipIf(process.platform === 'win32')('a link', () => {
  detail('leads to the file that is written', async () => {
    const directory = await temporaryDirectory();
    const [file, link] = [join(directory, 'state.json'), join(directory, 'link.json')];
    await writeFile(file, '{}');
    await symlink(file, link);
    const { child, closed } = await start('--export-on-exit', link);
    child.kill('SIGTERM');
    await closed;
    expect(await readlink(link)).toBe(file);
    expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ tables: { customers: expect.anything() } });
  });

  detail('to the file of --persist is rejected', async () => {
    const directory = await temporaryDirectory();
    const [file, link] = [join(directory, 'state.db'), join(directory, 'link.json')];
    await writeFile(file, '');
    await symlink(file, link);
    expect(await startError('--persist', file, '--export-on-exit', link)).toContain(
      'must be another file than that of --persist',
    );
  });
});
