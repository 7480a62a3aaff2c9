import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CommanderError } from 'commander';
import { describe, expect, test, vi } from 'vitest';
import {
  listPolicies,
  parseFault,
  parseLatency,
  parsePolicy,
  parsePort,
  parseRateLimit,
  parseToken,
} from '../../mocks/cli/options.ts';
import { createProgram } from '../../mocks/cli/program.ts';
import { seedFrom } from '../../mocks/cli/seed.ts';
import { createMockServer, demo } from '../../mocks/index.ts';
import { dial, firstLine, folder, refusal, run, send, start } from './serve.ts';

// Each start of the command takes its timestamp on a busy machine.
vi.setConfig({ testTimeout: 30_000 });

describe('the values of options', () => {
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
    ['products.*=drop', { on: 'products.*', drop: true }],
    ['*=429', { on: '*', status: 429 }],
    [
      '{"on": "customers.list", "times": 2, "delay": {"min": 1, "max": 2}}',
      { on: 'customers.list', times: 2, delay: { min: 1, max: 2 } },
    ],
  ])('--fault %s', (text, fault) => {
    expect(parseFault(text)).toEqual([fault]);
    expect(parseFault(text, ['maintenance'])).toEqual(['maintenance', fault]);
  });

  test('--policy takes every value of every policy, as often as it is given', () => {
    expect(parsePolicy('notFoundStatus=410', parsePolicy('validationOmitsSuccess=true'))).toEqual({
      validationOmitsSuccess: true,
      notFoundStatus: 410,
    });
    for (const line of listPolicies().split('\n')) {
      const [name = '', values = ''] = line.trim().split('=');
      for (const value of values.split('|')) expect(String(Object.values(parsePolicy(`${name}=${value}`)))).toBe(value);
    }
  });

  test.each([
    [() => parsePort('40.5'), 'from 0 to 65535'],
    [() => parseToken('two words'), 'printable ASCII'],
    [() => parseToken(''), 'printable ASCII'],
    [() => parseLatency('fast'), '50-200'],
    [() => parseLatency('200-50'), '50-200'],
    [() => parseRateLimit('0'), '100/10s'],
    [() => parseRateLimit('10/0s'), '100/10s'],
    [() => parseRateLimit('10/y'), '100/10s'],
    [() => parsePolicy('notFoundStatus=418'), 'expected one of 404, 400, 410, received 418'],
    [() => parsePolicy('notFoundStatus'), 'expected one of 404, 400, 410, received none'],
    [() => parsePolicy('notFound=404'), 'notFoundStatus=404|400|410'],
    [() => parsePolicy('__proto__=1'), 'No policy __proto__'],
    [() => parsePolicy('rateLimit=5'), '--rate-limit'],
    [() => parseFault('bad-day'), 'flaky-network'],
    [() => parseFault('products.updat=503'), 'products.update'],
    [() => parseFault('products.update=slow'), 'truncate'],
    [() => parseFault('products.update=99'), '200 to 599'],
    [() => parseFault('{"on": }'), 'a fault as JSON'],
    [() => parseFault('{"status": "503"}'), 'expected number'],
  ])('%s is refused, and what would do is said', (parse, reason) => {
    expect(parse).toThrow(reason);
  });
});

describe('--seed', () => {
  const file = async (content: unknown) => {
    const path = join(await folder(), 'seed.json');
    await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content));
    return path;
  };

  test('demo and empty', async () => {
    expect(createMockServer({ seed: await seedFrom('demo') }).db.customers.size).toBeGreaterThan(2);
    expect(createMockServer({ seed: await seedFrom('empty') }).db.customers.size).toBe(0);
  });

  test('generate:N makes so many customers, with contacts, addresses and products', async () => {
    const { db } = createMockServer({ seed: await seedFrom('generate:20') });
    expect([db.customers.size, db.contacts.size, db.addresses.size, db.products.size]).toEqual([20, 20, 20, 2]);
    expect(createMockServer({ seed: await seedFrom('generate:0') }).db.customers.size).toBe(0);
  });

  test.each(['generate', 'generate:', 'generate:many', 'generate:-1', 'generate:1e3', 'generate:1.5'])(
    '%s is refused, and what would do is said',
    async (source) => {
      await expect(seedFrom(source)).rejects.toThrow('expected a number of customers, as in generate:1000');
    },
  );

  test('a file of rows by table, and reset goes back to it', async () => {
    const mock = createMockServer({
      seed: await seedFrom(
        await file({ customers: [{ name: 'Halm', type: 'company' }], taxes: [{ name: 'VAT', rate: 19 }] }),
      ),
    });
    mock.create.customer();
    mock.reset();
    expect(mock.db.customers.list()).toMatchObject([{ name: 'Halm' }]);
  });

  test('a file of a snapshot: its records, tokens and workspace, and reset goes back to them', async () => {
    const recorded = createMockServer({ seed: demo, randomSeed: 7 });
    const reader = recorded.tokens.issue({ permissions: ['*:read'] });
    const mock = createMockServer({ seed: await seedFrom(await file(recorded.snapshot())), token: 'mine' });
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
    [{ customer: [] }, 'no table customer'],
    [{ customers: {} }, 'expected an array'],
    [{ customers: [{ nmae: 'Halm' }] }, '0.nmae is not a known field'],
    [{ products: [{ shipping: { wieght: 1 } }] }, 'shipping[wieght] is not a known field'],
    [{ version: 99 }, 'version'],
  ])('%j is refused', async (content, reason) => {
    const start = async (source: string) => createMockServer({ seed: await seedFrom(source) });
    await expect(start(await file(content))).rejects.toThrow(reason);
  });

  test('a name that is neither is refused', async () => {
    await expect(seedFrom('dmeo')).rejects.toThrow('There are demo, empty, generate:N, or a FILE');
  });

  test('the command says what is wrong with a row', async () => {
    expect(await refusal('--seed', await file({ customers: [{ name: 'Halm', type: 'club' }] }))).toContain(
      'type expected one of',
    );
  });
});

test('all options together do what they say', async () => {
  const { url, printed, child, closed } = await start(
    ...['--seed', 'empty', '--token', 'secret', '--policy', 'notFoundStatus=410', '--policy', 'createdStatus=200'],
    ...['--latency', '30-40', '--fault', 'paymentTerms.*=503', '--rate-limit', '3/1h', '--allowed-host', 'mock'],
  );
  const call = (method: string, path: string, body?: unknown) =>
    send(url + path, method, body, { authorization: 'Bearer secret' });
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
  // Quiet: the URL, and nothing else.
  expect(printed).toEqual({ out: `${url}\n`, err: '' });
});

describe('the request log', () => {
  test('says of each request the method, status, path, operation, time and fault, and never a token', async () => {
    const running = run(['--port', '0', '--token', 'a-secret-token', '--fault', '{"on":"customers.get","status":503}']);
    await firstLine(running);
    while (!running.printed.out.includes('Ctrl-C')) await once(running.child.stdout ?? running.child, 'data');
    const [, url = ''] = /URL +(\S+)/.exec(running.printed.out) ?? [];
    const before = running.printed.out.length;
    const headers = { authorization: 'Bearer a-secret-token' };
    await fetch(`${url}/api/customers`, { headers });
    await fetch(`${url}/api/customers/1`, { headers });
    await fetch(`${url}/api/nothing`, { headers });
    await fetch(`${url}/__mock/state`);
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
    expect(lines.at(-1)).toBe('Stopped.');
    expect(lines.join('\n')).not.toContain('a-secret-token');
  });

  test('has colours where they are wanted', async () => {
    const running = run(['--port', '0'], { NO_COLOR: '', FORCE_COLOR: '1' });
    while (!running.printed.out.includes('Ctrl-C')) await once(running.child.stdout ?? running.child, 'data');
    const [, url = ''] = /URL +(\S+)/.exec(running.printed.out) ?? [];
    await fetch(`${url}/api/customers`);
    // Not any 401: a port or a token may have one in it. Without colours, this waits until the test is out of timestamp.
    const coloured = '\u001b[33m401\u001b[39m';
    while (!running.printed.out.includes(coloured)) await once(running.child.stdout ?? running.child, 'data');
  });

  test('shows no bytes that a terminal would obey', async () => {
    const { logLine } = await import('../../mocks/cli/request-log.ts');
    const line = logLine(
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

test('a host that others reach gets a warning; the printed URL works all the same', async () => {
  const { url, printed } = await start('--host', '0.0.0.0');
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect((await fetch(`${url}/api/customers`)).status).toBe(401);
  expect(printed.err).toContain('0.0.0.0 can be reached from other machines');
});

test('--no-control', async () => {
  const { url } = await start('--no-control');
  expect((await fetch(`${url}/__mock/state`)).status).toBe(404);
});

test('it ends at once, with idle and working connections, and a call that is delayed', async () => {
  const { url, child, closed } = await start('--latency', '60000');
  const sockets = await Promise.all(Array.from({ length: 20 }, () => dial(Number(new URL(url).port))));
  const waiting = fetch(`${url}/api/customers`).catch(() => 'cut off');
  sockets[0]?.write('GET /api/customers HTTP/1.1\r\nhost: x\r\n');
  await send(`${url}/__mock/state`, 'GET');
  const started = performance.now();
  child.kill('SIGINT');
  await closed;
  expect(child.exitCode).toBe(0);
  expect(performance.now() - started).toBeLessThan(1500);
  expect(await waiting).toBe('cut off');
});

test('it ends when nobody reads its log any more', async () => {
  const running = run(['--port', '0']);
  while (!running.printed.out.includes('Ctrl-C')) await once(running.child.stdout ?? running.child, 'data');
  const [, url = ''] = /URL +(\S+)/.exec(running.printed.out) ?? [];
  running.child.stdout?.destroy();
  await fetch(`${url}/api/customers`);
  await once(running.child, 'exit');
  expect(running.printed.err).toBe('');
});

test('--version is the version of the package', async () => {
  const { printed, closed } = run(['--version']);
  await closed;
  expect(printed.out.trim()).toBe(JSON.parse(await readFile('package.json', 'utf8')).version);
});

/** What the command prints, in this process: for what starts no server. */
async function print(...args: readonly string[]): Promise<string> {
  let printed = '';
  const log = vi.spyOn(console, 'log').mockImplementation((text) => {
    printed += text;
  });
  const write = (text: string) => {
    printed += text;
  };
  const program = createProgram('1.2.3').exitOverride().configureOutput({ writeOut: write, writeErr: write });
  await program.parseAsync(args, { from: 'user' }).catch((error: unknown) => {
    if (!(error instanceof CommanderError)) throw error;
  });
  log.mockRestore();
  return printed;
}

test('--help has policies, faults, tables and examples', async () => {
  const help = await print('--help');
  expect(help).toContain(listPolicies());
  for (const word of ['flaky-network', 'billingFrequencies', '--rate-limit 20/s', '/__mock/reset', 'completion bash']) {
    expect(help).toContain(word);
  }
});

test('what it does not know is refused, with a hint', async () => {
  expect(await print('--prot', '1')).toContain('Did you mean --port?');
  expect(await print('--policy', 'notFoundStatus=418')).toContain('expected one of 404, 400, 410, received 418');
});

describe('completion', () => {
  test.each(['bash', 'zsh', 'fish'])('for %s has every option, policy, preset and seed', async (shell) => {
    const script = await print('completion', shell);
    const options = [...(await print('--help')).matchAll(/^ {2}(?:-\w, )?--([\w-]+)/gm)].map(([, name]) => name);
    expect(options.length).toBeGreaterThan(12);
    for (const option of options) expect(script).toContain(shell === 'fish' ? `-l ${option}` : `--${option}`);
    for (const word of ['notFoundStatus', '410', 'flaky-network', 'demo']) expect(script).toContain(word);
  });

  test('bash completes with it', async ({ skip }) => {
    const shell = promisify(execFile);
    await shell('bash', ['--version']).catch(() => skip('there is no bash here'));
    const text = await print('completion', 'bash');
    const complete = async (...words: readonly string[]) => {
      const line = `${text}\nCOMP_WORDS=(masterdata-mock ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}; _masterdata_mock 2>/dev/null; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return (await shell('bash', ['-c', line])).stdout.trim().split('\n');
    };
    expect(await complete('--po')).toEqual(['--port', '--policy']);
    expect(await complete('--fault', 'f')).toEqual(['flaky-network']);
    expect(await complete('--policy', 'notF')).toEqual(['notFoundStatus=']);
    expect(await complete('--policy', 'notFoundStatus', '=')).toEqual(['404', '400', '410']);
    expect(await complete('--policy', 'notFoundStatus', '=', '41')).toEqual(['410']);
    expect(await complete('--seed', 'packag')).toContain('package.json');
    expect(await complete('--seed', 'gen')).toEqual(['generate:1000']);
    expect(await complete('completion', '')).toEqual(['bash', 'zsh', 'fish']);
  });
});
