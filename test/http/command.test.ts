import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { link, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CommanderError } from 'commander';
import { describe, expect, test } from 'vitest';
import { initWorker } from '../../mocks/cli/init.ts';
import { joinSeeds, loadSeed } from '../../mocks/cli/load-seed.ts';
import {
  collectHosts,
  collectOrigins,
  listPolicies,
  parseDuration,
  parseFault,
  parseHost,
  parseLatency,
  parsePolicy,
  parseRateLimit,
} from '../../mocks/cli/mock-options.ts';
import { parseCount, parsePort, parseToken } from '../../mocks/cli/options.ts';
import { createProgram } from '../../mocks/cli/program.ts';
import { createMockServer, demo } from '../../mocks/index.ts';
import { plausible } from '../../mocks/plausible.ts';
import { connectMock } from '../../mocks/remote.ts';
import { clientHeader } from '../../mocks/shared/http-messages.ts';
import { detail, sample } from '../sample.ts';
import { temporaryDirectory } from '../temporary-directory.ts';
import { openSocket, printedText, run, send, start, startError, startVerbose } from './serve.ts';

describe('option values', () => {
  test.each([
    ['80', 80],
    ['80ms', 80],
    ['0', 0],
    ['50-200', { min: 50, max: 200 }],
  ])('--latency %s', (text, delay) => {
    expect(parseLatency(text)).toEqual(delay);
  });

  test.each([
    ['100', { limit: 100, window: 60_000, algorithm: 'fixed-window' }],
    ['20/s', { limit: 20, window: 1000, algorithm: 'fixed-window' }],
    ['5/500ms', { limit: 5, window: 500, algorithm: 'fixed-window' }],
    ['100/10s', { limit: 100, window: 10_000, algorithm: 'fixed-window' }],
    ['100/1m:token-bucket', { limit: 100, window: 60_000, algorithm: 'token-bucket' }],
  ])('--rate-limit %s', (text, rate) => {
    expect(parseRateLimit(text)).toEqual(rate);
  });

  test.each([
    ['flaky-network', 'flaky-network'],
    ['products.update=503', { on: 'products.update', status: 503 }],
    ['products.*=drop-connection', { on: 'products.*', fault: 'drop-connection' }],
    ['*=429', { on: '*', status: 429 }],
    [
      '{"on": "customers.list", "times": 2, "delay": {"min": 1, "max": 2}}',
      { on: 'customers.list', times: 2, delay: { min: 1, max: 2 } },
    ],
  ])('--fault %s', (text, fault) => {
    expect(parseFault(text)).toEqual([fault]);
    expect(parseFault(text, ['maintenance'])).toEqual(['maintenance', fault]);
  });

  test('--sandbox-ttl', () => {
    expect(['90s', '30m', '12h', '7d'].map(parseDuration)).toEqual([90_000, 1_800_000, 43_200_000, 604_800_000]);
  });

  test('--policy accepts every value of every policy and can be repeated', () => {
    expect(parsePolicy('notFoundStatus=410', parsePolicy('validationOmitsSuccess=true'))).toEqual({
      validationOmitsSuccess: true,
      notFoundStatus: 410,
    });
    for (const line of listPolicies().split('\n')) {
      const [name = '', values = ''] = line.trim().split('=');
      for (const value of values.replace('<page size>', '5').split('|'))
        expect(String(Object.values(parsePolicy(`${name}=${value}`)))).toBe(value);
    }
  });

  test.each([
    [() => parseCount('0'), 'Must be a whole number above 0.'],
    [() => parseCount('many'), 'Must be a whole number above 0.'],
    [() => parseDuration('7'), 'Must be a duration: 90s, 30m, 12h or 7d.'],
    [() => parseDuration('0s'), 'Must be a duration'],
    [() => parseDuration('1.5h'), 'Must be a duration'],
    [() => parsePort('40.5'), 'Must be a whole number from 0 to 65535.'],
    [() => parsePort('http'), 'Must be a whole number from 0 to 65535.'],
    [() => parsePort('65536'), 'Must be a whole number from 0 to 65535.'],
    [() => parsePort('-1'), 'Must be a whole number from 0 to 65535.'],
    [() => parseHost(''), 'Must be an IP address or a host name'],
    [() => parseHost('http://x'), 'Must be an IP address or a host name'],
    [() => collectHosts('http://mock:4010'), 'Use --allowed-host mock.'],
    [() => collectHosts('mock:4010'), 'Use --allowed-host mock.'],
    [() => collectHosts('mock:80'), 'Use --allowed-host mock.'],
    [() => collectHosts('mock/'), 'Use --allowed-host mock.'],
    [() => collectOrigins('app.example.com'), 'Must be an origin like https://app.example.com'],
    [() => collectOrigins('https://app.example.com/path'), 'Must be an origin'],
    [() => collectOrigins('*'), 'Must be an origin'],
    [() => collectHosts(''), 'Must be a host name without scheme, port or path.'],
    [() => collectHosts('two words'), 'Must be a host name without scheme, port or path.'],
    [() => parseToken('two words'), 'printable ASCII'],
    [() => parseToken(''), 'printable ASCII'],
    [() => parseLatency('fast'), '50-200'],
    [() => parseLatency('200-50'), '50-200'],
    [() => parseLatency('9999999999'), 'below 2^31'],
    [() => parseRateLimit('0'), '100/10s'],
    [() => parseRateLimit('10/0s'), '100/10s'],
    [() => parseRateLimit('10/y'), '100/10s'],
    [() => parsePolicy('notFoundStatus=418'), 'must be 404, 400, 410, received 418'],
    [() => parsePolicy('notFoundStatus'), 'must be 404, 400, 410, received no value'],
    [() => parsePolicy('notFound=404'), 'notFoundStatus'],
    [() => parsePolicy('__proto__=1'), 'Unknown policy "__proto__"'],
    [() => parsePolicy('rateLimit=5'), '--rate-limit'],
    [() => parseFault('bad-day'), 'flaky-network'],
    [() => parseFault('products.updat=503'), 'products.update'],
    [() => parseFault('products.update=slow'), 'truncate-response'],
    [() => parseFault('products.update=99'), '200 to 599'],
    [() => parseFault('{"on": }'), 'a fault as JSON'],
    [() => parseFault('{"status": "503"}'), 'must be a whole number'],
  ])('%s is rejected with the valid values', (parse, reason) => {
    expect(parse).toThrow(reason);
  });

  test('--allowed-host accepts names in any case and can be repeated', () => {
    expect(collectHosts('Mock', collectHosts('api.local'))).toEqual(['api.local', 'mock']);
  });

  test('--cors accepts origins and can be repeated', () => {
    expect(collectOrigins('https://App.example.com:443/', collectOrigins('chrome-extension://abc'))).toEqual([
      'chrome-extension://abc',
      'https://app.example.com',
    ]);
  });

  test('--host accepts names and addresses', () => {
    for (const host of ['127.0.0.1', '::1', '0.0.0.0', 'localhost']) expect(parseHost(host)).toBe(host);
  });
});

describe('--seed', () => {
  const file = async (content: unknown, name = 'seed.json') => {
    const path = join(await temporaryDirectory(), name);
    const isText = typeof content === 'string' || content instanceof Uint8Array;
    await writeFile(path, isText ? content : JSON.stringify(content));
    return path;
  };

  test('demo and empty', async () => {
    expect(createMockServer({ seed: await loadSeed('demo') }).db.customers.size).toBeGreaterThan(2);
    expect(createMockServer({ seed: await loadSeed('empty') }).db.customers.size).toBe(0);
  });

  test('generate:N creates N customers with contacts, addresses and products', async () => {
    const { db } = createMockServer({ seed: await loadSeed('generate:20') });
    expect([db.customers.size, db.contacts.size, db.addresses.size, db.products.size]).toEqual([20, 20, 20, 2]);
    expect(createMockServer({ seed: await loadSeed('generate:0') }).db.customers.size).toBe(0);
  });

  test.each(['generate', 'generate:', 'generate:many', 'generate:-1', 'generate:1e3', 'generate:1.5'])(
    '%s is rejected with an example',
    async (source) => {
      await expect(loadSeed(source)).rejects.toThrow('must have a number of customers, for example generate:1000');
    },
  );

  test('a file of rows by table, which reset restores', async () => {
    const mock = createMockServer({
      seed: await loadSeed(
        await file({ customers: [{ name: 'Halm', type: 'company' }], taxes: [{ name: 'VAT', rate: 19 }] }),
      ),
    });
    mock.create.customer();
    mock.reset();
    expect(mock.db.customers.list()).toMatchObject([{ name: 'Halm' }]);
  });

  test('a snapshot file: records, tokens and workspace, which reset restores', async () => {
    const recorded = createMockServer({ seed: demo, randomSeed: 7 });
    const reader = recorded.tokens.issue({ permissions: ['*:read'] });
    const mock = createMockServer({
      seed: await loadSeed(await file(recorded.snapshot({ tokens: true }))),
      token: 'mine',
    });
    expect(mock.workspace).toBe(recorded.workspace);
    mock.create.customer({ name: 'Halm' });
    mock.reset();
    expect(mock.db.customers.list()).toEqual(recorded.db.customers.list());
    for (const token of [reader, 'mine']) {
      const response = await mock.fetch(`${mock.baseUrl}/api/customers`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(Object(await response.json()).data).toHaveLength(recorded.db.customers.size);
    }
  });

  test.each([
    ['{', 'JSON'],
    [[], 'rows by table'],
    ['"x"', 'rows by table'],
    [{ customer: [] }, 'Unknown table "customer"'],
    [{ customer: [1] }, 'Unknown table "customer" in seed. Did you mean "customers"?'],
    [{ customers: [{ name: 'Halm', type: 'company' }, 5] }, 'customers: 1 must be an object with fields'],
    [{ customers: {} }, 'must be an array'],
    [{ customers: [{ nmae: 'Halm' }] }, '0.nmae is not a known field'],
    [{ products: [{ shipping: { wieght: 1 } }] }, 'shipping[wieght] is not a known field'],
    [{ version: 99 }, 'version'],
  ])('%j is rejected', async (content, reason) => {
    const start = async (source: string) => createMockServer({ seed: await loadSeed(source) });
    await expect(start(await file(content))).rejects.toThrow(reason);
  });

  const rows = JSON.stringify({ customers: [{ name: 'Halm & Söhne', type: 'company' }] });
  test.each([
    ['UTF-8', Buffer.from(rows)],
    ['UTF-8 with a byte order mark', Buffer.from(`\ufeff${rows}`)],
    ['UTF-16LE', Buffer.from(`\ufeff${rows}`, 'utf16le')],
    ['UTF-16BE', Buffer.from(`\ufeff${rows}`, 'utf16le').swap16()],
  ])('a file in %s', async (_, bytes) => {
    const mock = createMockServer({ seed: await loadSeed(await file(bytes)) });
    expect(mock.db.customers.list()).toMatchObject([{ name: 'Halm & Söhne' }]);
  });

  test('a file in Latin-1 is rejected', async () => {
    await expect(loadSeed(await file(Buffer.from(rows, 'latin1')))).rejects.toThrow('Save the file as UTF-8.');
  });

  test.each([
    ['taxes.csv', 'name,rate\nVAT,19\n'],
    ['taxes.ndjson', '{"name": "VAT", "rate": 19}\n'],
  ])('a file with rows of one table: %s', async (name, content) => {
    const mock = createMockServer({ seed: await loadSeed(await file(Buffer.from(content), name)) });
    expect(mock.db.taxes.list()).toMatchObject([{ name: 'VAT', rate: 19 }]);
  });

  test.each([
    ['rows.csv', 'name\nA', 'must have the name of its table, for example customers.csv. Unknown table "rows".'],
    ['taxes.csv', 'name,rate\nA,1\nB,x\n', 'taxes: line 3.rate must be a number like 1234.5, received "x"'],
    ['contacts.csv', 'id,email\n,a\n', 'contacts: line 2.'],
  ])('the file %s is rejected', async (name, content, message) => {
    const seed = await file(Buffer.from(content), name);
    const start = async () => createMockServer({ seed: await loadSeed(seed) });
    await expect(start()).rejects.toThrow(message);
  });

  detail('several seeds are joined, and their rows may refer to each other', async () => {
    const id = '10000000-0000-4000-8000-000000000001';
    const seeds = [
      await file(`customer_id,first_name,last_name,email\n${id},Ida,Halm,ida@halm.example\n`, 'contacts.csv'),
      await file(`id,name,type\n${id},Halm,company\n`, 'customers.csv'),
      await file({ $note: 'more', customers: [{ name: 'Brandt', type: 'company' }] }),
    ];
    const { url } = await start(...seeds.flatMap((seed) => ['--seed', seed]));
    const server = await connectMock(`${url}/__mock`);
    const sandbox = await (await server.sandboxes.create()).connect();
    for (const mock of [server, sandbox]) {
      await mock.reset();
      expect(await mock.db.customers.list()).toMatchObject([{ name: 'Halm' }, { name: 'Brandt' }]);
      expect(await mock.db.contacts.list()).toMatchObject([{ customer_id: id }]);
    }
  });

  detail('rows are added to demo and to a snapshot with its tokens and settings', async () => {
    const taxes = await file('name\nVAT\n', 'taxes.csv');
    const recorded = createMockServer({ seed: demo, policies: { notFoundStatus: 410 }, token: 'recorded' });
    const snapshot = await file(recorded.snapshot({ tokens: true, settings: true }));
    for (const [first, token, status] of [
      ['demo', 'mine', 404],
      [snapshot, 'recorded', 410],
    ] as const) {
      const { url } = await start('--seed', first, '--seed', taxes, '--token', 'mine');
      const server = await connectMock(`${url}/__mock`);
      expect(await server.db.customers.size).toBe(recorded.db.customers.size);
      expect(await server.db.taxes.list({ name: 'VAT' })).toHaveLength(1);
      const response = await fetch(`${url}/api/customers/${crypto.randomUUID()}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      expect(response.status).toBe(status);
    }
  });

  test.each([
    [['taxes.csv', 'demo'], 'demo, generate:N and a snapshot must be the first --seed.'],
    [['taxes.csv', 'generate:1'], 'demo, generate:N and a snapshot must be the first --seed.'],
    [['demo', 'contacts.csv'], 'contacts: line 2.'],
    [['taxes.csv', 'contacts.csv'], 'contacts: line 2.'],
    [['taxes.csv', 'taxes.ndjson', 'taxes.json'], 'taxes: taxes.ndjson line 3.rate must'],
    [['taxes.csv', 'taxes.json', 'taxes.ndjson'], 'taxes: taxes.json 0.rate must'],
    [['demo', 'rows.json'], 'Unknown table "taxs" in seed.'],
    [['rows.json', 'taxes.csv'], 'Unknown table "taxs" in seed.'],
  ])('the seeds %j are rejected', async (sources, message) => {
    const contents: Record<string, string> = {
      'taxes.csv': 'name\nVAT\n',
      'contacts.csv': 'customer_id,first_name,last_name,email\n,Ida,Halm,a\n',
      'rows.json': '{"taxs": []}',
      'taxes.json': '{"taxes": [{ "name": "VAT", "rate": "x" }]}',
      'taxes.ndjson': '{"name":"A"}\n\n{"name":"B","rate":"x"}\n',
    };
    const write = async (name: string) => (name in contents ? file(contents[name], name) : name);
    const start = async () => {
      const seeds = await Promise.all(sources.map(async (name) => loadSeed(await write(name))));
      return createMockServer({ seed: joinSeeds(seeds, sources, { operations: [], tables: [] }) });
    };
    await expect(start()).rejects.toThrow(message);
  });

  test('a snapshot with a fault of one of your own operations is joined with rows', () => {
    const [operation] = plausible;
    const operations = [operation].filter((each) => each !== undefined);
    const mock = createMockServer({ operations, faults: [{ on: operations, status: 503 }] });
    const snapshot = mock.snapshot({ settings: true }).toJSON();
    const joined = joinSeeds([snapshot, { taxes: [{ name: 'VAT' }] }], ['a.json', 'b.json'], {
      operations,
      tables: [],
    });
    expect(createMockServer({ operations, seed: joined }).db.taxes.size).toBe(1);
  });

  detail('--columns renames and ignores columns of CSV files, for all tables or for one', async () => {
    const seeds = [
      await file('Nr;Name;Art;;Bemerkung\n0042;Halm;company;;"x"\n;;;;\n', 'customers.csv'),
      await file('sep=;\nNr;Name; Vor=Name ;E-Mail\n0042;Halm;Ida;ida@halm.example\n', 'contacts.csv'),
    ];
    const columns = [
      ...['Nr=id_erp', 'contacts.Nr=customer.id_erp', 'Name=name', 'contacts.Name = last_name'],
      ...['Art=type', 'Bemerkung=', 'Vor=Name=first_name', 'E-Mail=email'],
    ];
    const args = [...seeds.flatMap((seed) => ['--seed', seed]), ...columns.flatMap((each) => ['--columns', each])];
    const { url } = await start(...args);
    const mock = await connectMock(`${url}/__mock`);
    const [customer] = await mock.db.customers.list();
    expect(customer).toMatchObject({ name: 'Halm', type: 'company', id_erp: '0042' });
    expect(await mock.db.contacts.list()).toMatchObject([
      { customer_id: customer?.id, id_erp: null, first_name: 'Ida', last_name: 'Halm', email: 'ida@halm.example' },
    ]);
  });

  test.each(
    sample([
      [['E-Mail'], "'E-Mail' is invalid. Must be NAME=COLUMN, like E-Mail=email, or NAME= to ignore the column."],
      [['=email'], 'Must be NAME=COLUMN'],
      [['Name=nmae'], 'taxes.csv: line 1: Unknown column "nmae" of taxes. Did you mean "name"?'],
      [['Name=name', 'customers.Name=name'], '--columns: no CSV file of --seed has the column "customers.Name".'],
    ]),
  )('--columns %j is rejected', async (columns, message) => {
    const taxes = await file('Name\nVAT\n', 'taxes.csv');
    const args = columns.flatMap((each) => ['--columns', each]);
    expect(await startError('--seed', taxes, ...args)).toContain(message);
  });

  test('an unknown name is rejected with the valid seeds', async () => {
    await expect(loadSeed('dmeo')).rejects.toThrow(
      'Valid seeds: demo, empty, generate:N, or a file (JSON, CSV, NDJSON)',
    );
  });

  detail('the command names the seeds that it rejects', async () => {
    const seed = await file({ customers: [{ name: 'Halm', type: 'club' }] });
    expect(await startError('--seed', seed)).toMatch(
      `masterdata-sdk: --seed ${seed}: customers: 0.type must be one of`,
    );
    const taxes = await file('name\nVAT\n', 'taxes.csv');
    expect(await startError('--seed', taxes, '--seed', 'demo')).toContain(
      `masterdata-sdk: --seed ${taxes} --seed demo: demo, generate:N and a snapshot must be the first --seed.`,
    );
  });
});

detail('--policies reads a file in UTF-16', async () => {
  const path = join(await temporaryDirectory(), 'policies.json');
  await writeFile(path, Buffer.from('\ufeff{"notFoundStatus": 410}', 'utf16le'));
  const { url } = await start('--policies', path);
  expect(await send(`${url}/__mock/policies`, 'GET')).toMatchObject({ body: { notFoundStatus: 410 } });
});

detail('all options together', async () => {
  const { url, printed, child, closed } = await start(
    ...['--seed', 'empty', '--token', 'a-secret-of-a-test', '--policy', 'notFoundStatus=410'],
    ...['--policy', 'createdStatus=200'],
    ...['--latency', '30-40', '--fault', 'paymentTerms.*=503', '--rate-limit', '3/1h', '--allowed-host', 'mock'],
    ...['--cors', 'https://app.example.com'],
  );
  const call = (method: string, path: string, body?: unknown) =>
    send(url + path, method, body, { authorization: 'Bearer a-secret-of-a-test' });
  const started = performance.now();
  expect((await call('POST', '/api/customers', { name: 'Halm', type: 'company' })).status).toBe(200);
  expect(performance.now() - started).toBeGreaterThan(25);
  expect((await call('GET', '/api/payment-terms')).status).toBe(503);
  expect((await call('GET', '/api/customers/0b0b0b0b-0b0b-4b0b-8b0b-0b0b0b0b0b0b')).status).toBe(410);
  const limited = await call('GET', '/api/customers');
  expect(limited.headers.get('ratelimit-remaining')).toBe('0');
  expect((await call('GET', '/api/customers')).status).toBe(429);
  child.kill('SIGTERM');
  await closed;
  expect(printed).toEqual({
    out: `${url}\n`,
    err: expect.stringMatching(/^masterdata-sdk: mock is reachable from other machines\. .*\n$/),
  });
});

describe('the request log', () => {
  detail('shows method, status, path, operation, duration and fault of each request, and never a token', async () => {
    const running = await startVerbose([
      ...['--port', '0', '--token', 'a-secret-token'],
      ...['--fault', '{"on":"customers.get","status":503}'],
    ]);
    const { url } = running;
    const before = running.printed.out.length;
    const headers = { authorization: 'Bearer a-secret-token' };
    await fetch(`${url}/api/customers`, { headers });
    await fetch(`${url}/api/customers/1`, { headers });
    await fetch(`${url}/api/nothing`, { headers });
    await fetch(`${url}/__mock/state`);
    await fetch(`${url}/api/customers?access_token=another-secret`);
    await fetch(`${url}/__mock/tokens/short`, { method: 'DELETE' });
    running.child.kill('SIGINT');
    await running.closed;
    const lines = running.printed.out.slice(before).trim().split('\n');
    const time = String.raw`\d\d:\d\d:\d\d`;
    const took = String.raw`\d+\.\d ms`;
    expect(lines[0]).toMatch(new RegExp(`^${time}  GET     200  /api/customers  customers\\.list  ${took}$`));
    expect(lines[1]).toMatch(
      new RegExp(`^${time}  GET     503  /api/customers/1  customers\\.get  ${took}  fault: status$`),
    );
    expect(lines[2]).toMatch(new RegExp(`^${time}  GET     404  /api/nothing  -  ${took}$`));
    expect(lines[3]).toMatch(new RegExp(`^${time}  GET     200  /__mock/state  control  ${took}$`));
    expect(lines[4]).toContain('/api/customers?access_token=[token]  customers.list');
    expect(lines[5]).toContain('404  /__mock/tokens/[token]  control');
    expect(lines.at(-1)).toBe('Stopped.');
    expect(lines.join('\n')).not.toContain('a-secret-token');
  });

  detail('is colored on a terminal', async () => {
    const running = await startVerbose(['--port', '0'], { NO_COLOR: '', FORCE_COLOR: '1' });
    await fetch(`${running.url}/api/customers`);
    await printedText(running, '\u001b[33m401\u001b[39m');
  });

  detail('leaves out the requests that the workbench sends by itself', async () => {
    const running = await startVerbose();
    const { url, printed } = running;
    for (const headers of [{ [clientHeader]: 'workbench' }, { [clientHeader]: 'other' }]) {
      await fetch(`${url}/__mock/state`, { headers });
      await fetch(`${url}/api/customers`, { headers });
    }
    await fetch(`${url}/__mock/clock`);
    await printedText(running, '/__mock/clock');
    expect(printed.out.match(/(?<=200 {2})\/__mock\/\w+|\/api\/customers(?= {2})/g)).toEqual([
      ...['/api/customers', '/__mock/state', '/api/customers', '/__mock/clock'],
    ]);
  });

  test('escapes control characters', async () => {
    const { formatRequest } = await import('../../mocks/cli/request-log.ts');
    const line = formatRequest(
      {
        method: 'GET',
        url: `/\u009b31m\u0007${'x'.repeat(500)}`,
        status: 404,
        operation: undefined,
        duration: 1,
        fault: undefined,
      },
      new Date(),
    );
    expect(line).toContain('/\\x9b31m\\x07xxx');
    expect(line).toContain('…');
    expect(line.length).toBeLessThan(300);
  });
});

detail('a host that other machines can reach causes a warning, and the printed URL works', async () => {
  const { url, printed } = await start('--host', '0.0.0.0');
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${url}/api/customers`)).status).toBe(401);
  const [, token = ''] =
    /0\.0\.0\.0 is reachable from other machines.* with the control token (\S+)\.\n/.exec(printed.err) ?? [];
  expect((await fetch(`${url}/__mock/state`)).status).toBe(401);
  expect((await fetch(`${url}/__mock/state`, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
});

detail('--max-sandboxes and --sandbox-ttl', async () => {
  const file = join(await temporaryDirectory(), 'state.db');
  const create = (url: string, name: string) => send(`${url}/__mock/sandboxes`, 'POST', { name });
  const first = await start('--persist', file, '--max-sandboxes', '1', '--sandbox-ttl', '7d');
  expect((await create(first.url, 'one')).status).toBe(201);
  first.child.kill('SIGTERM');
  await first.closed;
  const second = await start('--persist', file, '--max-sandboxes', '1');
  const { status, body } = await create(second.url, 'two');
  expect([status, body]).toEqual([503, { error: expect.stringContaining('raise maxSandboxes (--max-sandboxes)') }]);
  expect((await send(`${second.url}/sandboxes/one/__mock/state`, 'GET')).status).toBe(200);
});

detail('--control-token and --public-url', async () => {
  const { printed } = await startVerbose([
    ...[
      '--port',
      '0',
      '--control-token',
      'a-control-token-of-a-test',
      '--public-url',
      'https://mocks.example.com/shop',
    ],
  ]);
  expect(printed.out).toContain('URL        https://mocks.example.com/shop\n');
  expect(printed.out).toContain('Workbench  https://mocks.example.com/shop/__mock/#token=a-control-token-of-a-test\n');
  expect(printed.err).toContain('https://mocks.example.com/shop is reachable from other machines. ');
  for (const option of sample(['--token', '--control-token'])) {
    expect(await startError('--public-url', 'https://mocks.example.com', option, 'short')).toMatch(
      /oken: must have at least 16 characters, because others can reach the server, received 5\./,
    );
  }
});

test.runIf(process.platform === 'linux')('stops with the shell that npx started it in', async () => {
  const command = [process.execPath, 'dist/cli.js', 'mock', '--port', '0', '--quiet']
    .map((word) => `'${word}'`)
    .join(' ');
  // A shell that runs more than one command stays the parent.
  const shell = spawn('sh', ['-c', `${command}; true`], {
    env: { ...process.env, npm_command: 'exec' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [printed] = await once(shell.stdout.setEncoding('utf8'), 'data');
  const url = String(printed).trim();
  expect((await fetch(`${url}/__mock/health`)).status).toBe(200);
  const ended = once(shell.stdout, 'close');
  shell.kill();
  // The server has the other end of the pipe.
  await ended;
  await expect(fetch(`${url}/__mock/health`)).rejects.toThrow('fetch failed');
});

test.runIf(process.platform === 'linux')('--open opens the workbench, and shows its token to nobody else', async () => {
  const directory = await temporaryDirectory();
  const opened = join(directory, 'opened');
  await writeFile(
    join(directory, 'xdg-open'),
    `#!/bin/sh\nprintf %s "$*" > '${opened}.part' && mv '${opened}.part' '${opened}'\n`,
    {
      mode: 0o755,
    },
  );
  const PATH = `${directory}:${process.env['PATH']}`;
  const environment = { PATH, MASTERDATA_CONTROL_TOKEN: 'secret&"token"' };
  const { url, child, closed, printed } = await startVerbose(['--port', '0', '--open'], environment);
  await expect.poll(() => readFile(opened, 'utf8').catch(() => '')).not.toBe('');
  // The command line.
  const file = fileURLToPath(await readFile(opened, 'utf8'));
  expect(file).not.toContain('secret');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect((await stat(dirname(file))).mode & 0o777).toBe(0o700);
  expect(await readFile(file, 'utf8')).toContain(`content="0; url=${url}/__mock/#token=secret%26%22token%22"`);
  child.kill('SIGTERM');
  await closed;
  await expect(stat(dirname(file))).rejects.toThrow('ENOENT');
  expect(printed.out + printed.err).not.toContain('secret');
});

detail('--open without a browser prints an address without the token', async () => {
  const environment = { PATH: await temporaryDirectory(), MASTERDATA_CONTROL_TOKEN: 'secret' };
  const { printed, url } = await startVerbose(['--port', '0', '--open'], environment);
  await expect.poll(() => printed.err).toContain(`--open: cannot start a browser: `);
  expect(printed.err).toContain(`Open ${url}/__mock/\n`);
  expect(printed.out + printed.err).not.toContain('secret');
});

detail('--no-control', async () => {
  const { url } = await start('--no-control');
  expect((await fetch(`${url}/__mock/state`)).status).toBe(404);
});

detail('the server stops with idle connections, open connections and a delayed call', async () => {
  const { url, child, closed } = await start('--latency', '2000000', '--token', 'dev');
  const sockets = await Promise.all(Array.from({ length: 20 }, () => openSocket(Number(new URL(url).port))));
  const headers = { authorization: 'Bearer dev' };
  const waiting = fetch(`${url}/api/customers`, { headers }).catch(() => 'cut off');
  sockets[0]?.write('GET /api/customers HTTP/1.1\r\nhost: localhost\r\n');
  await send(`${url}/__mock/state`, 'GET');
  child.kill('SIGINT');
  await closed;
  expect(child.exitCode).toBe(0);
  expect(await waiting).toBe('cut off');
});

detail('the server stops when the reader of its log is gone', async () => {
  const { url, child, printed, closed } = await startVerbose();
  child.stdout?.destroy();
  await fetch(`${url}/api/customers`);
  await closed;
  expect(printed.err).toBe('');
});

describe('the command line', () => {
  /** Runs the command line in this process, for arguments that start no server, and returns its output. */
  async function print(...args: readonly string[]): Promise<string> {
    let output = '';
    const write = (text: string) => {
      output += text;
    };
    const program = createProgram('1.2.3');
    for (const command of [program, ...program.commands]) {
      command.exitOverride().configureOutput({ writeOut: write, writeErr: write });
    }
    await program.parseAsync(args, { from: 'user' }).catch((error: unknown) => {
      if (!(error instanceof CommanderError)) throw error;
    });
    return output;
  }

  detail('without arguments prints the help', async () => {
    const { child, printed, closed } = run([]);
    await closed;
    expect(child.exitCode).toBe(0);
    expect(printed.out).toBe(await print('--help'));
    expect(printed.out).toMatch(/^Usage: masterdata-sdk [\s\S]+ mock [\s\S]+ init <directory>/);
  });

  detail('--version prints the version of the package', async () => {
    const { printed, closed } = run(['--version']);
    await closed;
    expect(printed.out.trim()).toBe(JSON.parse(await readFile('package.json', 'utf8')).version);
  });

  test('the help of mock lists options, policies, faults, tables and examples', async () => {
    const help = await print('mock', '--help');
    expect(help).toMatch(/--port[\s\S]+--host/);
    expect(help).toContain(listPolicies());
    for (const word of ['flaky-network', 'billingFrequencies', '--rate-limit 20/s', '/__mock/reset']) {
      expect(help).toContain(word);
    }
  });

  test.each([
    [['mock', '--prot', '1'], '(Did you mean --port?)'],
    [['mock', '--policy', 'notFoundStatus=418'], 'must be 404, 400, 410, received 418'],
    [['mock', '--control-token', 'a b'], 'Must be printable ASCII without spaces.'],
    [['mock', '--public-url', 'example'], 'Must be a URL like https://mocks.example.com/shop'],
    [['mock', '--durability', 'some'], 'Allowed choices are normal, full.'],
    [['mokc'], '(Did you mean mock?)'],
    [['--port', '4010'], 'To start the mock server, run: masterdata-sdk mock --port 4010\n'],
    [['--port=4010', '-q'], 'run: masterdata-sdk mock --port=4010 -q\n'],
    [['-s', "it's.json"], "run: masterdata-sdk mock -s 'it'\\''s.json'\n"],
    [['init'], "missing required argument 'directory'"],
  ])('%j is rejected with a hint', async (args, hint) => {
    expect(await print(...args)).toContain(hint);
  });

  test('an unknown option that is not one of mock has no hint about it', async () => {
    expect(await print('--prot', '1')).not.toContain('mock');
  });
});

detail('init copies the worker script', async () => {
  const directory = join(await temporaryDirectory(), 'public');
  const { printed, closed } = run(['init', directory]);
  await closed;
  const script = join(directory, 'mockServiceWorker.js');
  expect(printed).toEqual({ out: `Wrote ${script}\n`, err: '' });
  expect(await readFile(script, 'utf8')).toBe(await readFile('node_modules/msw/lib/mockServiceWorker.js', 'utf8'));
});

test.each([
  ['another file', (path: string) => writeFile(path, '// my own worker\n/** Mock Service Worker */')],
  ['an empty file', (path: string) => writeFile(path, '')],
  [
    'a link to a worker script',
    (path: string) => symlink(join(process.cwd(), 'node_modules/msw/lib/mockServiceWorker.js'), path),
  ],
  ['a link to nothing', (path: string) => symlink(`${path}.target`, path)],
  ['a directory', (path: string) => mkdir(path)],
])('init does not replace %s', async (_, create) => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'mockServiceWorker.js');
  await create(path);
  const before = await lstat(path);
  await expect(initWorker(directory)).rejects.toThrow(`${path}: must be the worker script of MSW, received `);
  expect(await readdir(directory)).toEqual(['mockServiceWorker.js']);
  expect([(await lstat(path)).ino, (await lstat(path)).size]).toEqual([before.ino, before.size]);
});

test.each([
  '/* eslint-disable */\n/* tslint:disable */\n\n/**\n * Mock Service Worker.',
  '/**\r\n * Mock Service Worker (0.36.3).',
])('init replaces an older worker script, and no file that has a second link: %j', async (start) => {
  const directory = await temporaryDirectory();
  const path = join(directory, 'mockServiceWorker.js');
  await writeFile(path, start);
  await link(path, join(directory, 'second'));
  expect(await initWorker(directory)).toBe(path);
  expect(await readFile(path, 'utf8')).toBe(await readFile('node_modules/msw/lib/mockServiceWorker.js', 'utf8'));
  expect(await readFile(join(directory, 'second'), 'utf8')).toBe(start);
  expect((await readdir(directory)).sort()).toEqual(['mockServiceWorker.js', 'second']);
});

detail('init reports a directory that cannot be written', async () => {
  const file = join(await temporaryDirectory(), 'file');
  await writeFile(file, '');
  const { child, printed, closed } = run(['init', file]);
  await closed;
  expect(child.exitCode).toBeGreaterThan(0);
  expect(printed.err).toMatch(/^masterdata-sdk: EEXIST/);
});
