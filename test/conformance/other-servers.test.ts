/** Servers of other projects. The kit always ends with a report. */
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { formatReport, runConformance } from '../../mocks/conformance.ts';
import { listen } from '../../mocks/http.ts';
import { mockHandlers } from '../../mocks/msw.ts';
import { install } from '../install.ts';
import { listenOnFreePort } from '../listen-on-free-port.ts';
import { detail, isFull, isLong } from '../sample.ts';
import { lines, start } from './helpers.ts';

await install('bench/peers');
const { jsonServer } = await import('../../bench/peers/json-server.ts');
const { startPrism } = await import('../../bench/peers/prism.ts');

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Runs everything against a server, with fixtures that it does not have. */
async function run(baseUrl: string, fetch?: typeof globalThis.fetch) {
  const { fixtures } = start();
  const report = await runConformance({
    baseUrl,
    token: 'some-token',
    secondToken: 'second-token',
    limitedToken: 'limited-token',
    allowWrites: true,
    fixtures,
    walks: 1,
    ...(fetch && { fetch }),
  });
  for (const format of ['text', 'json', 'junit', 'html', 'github'] as const) {
    expect(formatReport(report, format).length).toBeGreaterThan(1000);
    expect(formatReport(report, format).length).toBeLessThan(600_000);
  }
  const [findings = ''] = formatReport(report, 'text').split('\nPolicies\n');
  expect(findings.split('\n').length).toBeLessThan(120);
  expect(lines(report).filter((line) => line.includes('cannot read the responses'))).toEqual([]);
  return report;
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  closing.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${await listenOnFreePort(server)}`;
}

// Prism computes for a minute to invent its examples.
test.each([...(isFull ? [false] : []), ...(isLong ? [true] : [])])(
  'Prism with our OpenAPI document (dynamic: %j) returns examples and stores nothing: the report says so',
  async (dynamic) => {
    const prism = await startPrism(dynamic);
    closing.push(() => prism.close());
    const report = await run(prism.url);
    expect(report.outcome).toBe('differs');
    const failed = report.rules.filter(({ status }) => status === 'failed').map(({ id }) => id);
    // Prism knows no tokens and no records.
    expect(failed).toContain('auth.invalid-token');
    expect(failed).toContain('customers.get.not-found');
    expect(report.operations.filter(({ calls }) => calls === 0)).toEqual([]);
  },
);

describe('json-server', () => {
  detail('has neither the envelope nor tokens: the report says so', async () => {
    const app = jsonServer.create();
    const customer = { id: '6a0f1c52-0d1b-4f6e-9f57-2f0f5a9c1d01', name: 'Halm' };
    app.use(jsonServer.router({ customers: [customer], addresses: [], 'product-parents': [], products: [] }));
    const baseUrl = await serve(app);
    // It has no prefix for its paths.
    const report = await run(baseUrl, (input, init) => fetch(String(input).replace('/api/', '/'), init));
    expect(report.outcome).toBe('differs');
    expect(lines(report)).toContain('contract customers.list: must be { success: true, data }');
    expect(report.rules.find(({ id }) => id === 'auth.missing-token')?.status).toBe('failed');
    expect(report.operations.find(({ operation }) => operation === 'prices.update')?.status).toBe('failed');
  });
});

describe('a server that misbehaves', () => {
  test.each<[string, RequestListener]>([
    ['closes every connection', (request) => request.socket.destroy()],
    [
      'closes connections in the middle of a body',
      (_, response) => response.writeHead(200).write('{', () => response.destroy()),
    ],
    [
      'sends 16 MB of data',
      (_, response) =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(Buffer.alloc(17 * 2 ** 20, 'x')),
    ],
    ['returns 204', (_, response) => response.writeHead(204).end()],
    ['redirects to itself', (request, response) => response.writeHead(302, { location: request.url }).end()],
  ])('%s', async (_, listener) => {
    const report = await runConformance({ baseUrl: await serve(listener), token: 't', timeout: 5000, maxRequests: 20 });
    expect(report.outcome).not.toBe('conforms');
    expect(formatReport(report, 'text')).toContain('Result: ');
  });
});

/** The random walks of each run. */
const walks = isFull ? 5 : 1;

detail('through MSW the mock conforms like through fetch and HTTP', async () => {
  const { mock, ...rest } = start();
  const server = setupServer(...mockHandlers(mock));
  server.listen({ onUnhandledFrame: 'error' });
  closing.push(() => server.close());
  const report = await runConformance({
    baseUrl: mock.baseUrl,
    token: mock.token,
    allowWrites: true,
    walks,
    ...rest,
  });
  expect(lines(report)).toEqual([]);
  expect(report.rules.filter(({ status }) => status !== 'passed')).toEqual([]);
  expect(report.walks).toMatchObject({ walks, failed: 0 });
});

detail('over HTTP the mock conforms, with walks', async () => {
  const { mock, ...rest } = start();
  const server = await listen(mock, { port: 0 });
  closing.push(() => server.close());
  const report = await runConformance({ baseUrl: server.url, token: mock.token, allowWrites: true, walks, ...rest });
  expect(lines(report)).toEqual([]);
  expect(report.walks).toMatchObject({ walks, failed: 0 });
});

describe.skipIf(!hasOpenssl())('TLS with a private authority', () => {
  const folder = mkdtempSync(join(tmpdir(), 'conformance-tls-'));
  const file = (name: string) => join(folder, name);
  let baseUrl = '';
  let server: https.Server;
  const { mock } = start();

  beforeAll(async () => {
    issueCertificate(folder);
    server = https.createServer(
      { key: readFileSync(file('server.key')), cert: readFileSync(file('server.pem')) },
      async ({ url = '', method = 'GET', headers }, response) => {
        const { authorization = '' } = headers;
        const upstream = await mock.fetch(mock.baseUrl + url, { method, headers: { authorization } });
        response.writeHead(upstream.status, Object.fromEntries(upstream.headers)).end(await upstream.text());
      },
    );
    baseUrl = `https://127.0.0.1:${await listenOnFreePort(server)}`;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });

  detail('is trusted with --ca', async () => {
    const { code, output } = await command('--ca', file('ca.pem'));
    expect(output).toContain('Result: the server conforms');
    expect(code).toBe(0);
  });

  detail('is not trusted without --ca, and the report says why', async () => {
    const { code, output } = await command();
    expect(output).toMatch(/the server does not respond: .*certificate/);
    expect(code).toBe(2);
  });

  detail('needs a certificate in the file', async () => {
    writeFileSync(file('no.pem'), 'nonsense');
    const { code, output } = await command('--ca', file('no.pem'));
    expect(output).toMatch(/^masterdata-sdk: --ca: .*no\.pem has no certificate/);
    expect(code).toBe(2);
    expect(await command('--ca', file('missing.pem'))).toMatchObject({
      code: 2,
      output: expect.stringContaining('ENOENT'),
    });
  });

  function command(...args: readonly string[]): Promise<{ code: number | null; output: string }> {
    const all = ['dist/cli.js', 'conformance', '--base-url', baseUrl, '--token', mock.token, ...args];
    const child = spawn(process.execPath, all, { env: { PATH: process.env['PATH'], NO_COLOR: '1' } });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (chunk) => {
        output += chunk;
      });
    }
    return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
  }
});

/** Creates an authority (`ca.pem`) and a certificate for 127.0.0.1 (`server.pem`, `server.key`). */
function issueCertificate(cwd: string): void {
  const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd, stdio: 'pipe' });
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  openssl('req', '-x509', ...key, '-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=Test authority');
  openssl('req', ...key.slice(0, -2), '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=127.0.0.1');
  writeFileSync(join(cwd, 'names.txt'), 'subjectAltName=IP:127.0.0.1');
  const signer = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2', '-extfile', 'names.txt'];
  openssl('x509', '-req', '-in', 'server.csr', '-out', 'server.pem', ...signer);
}

function hasOpenssl(): boolean {
  try {
    execFileSync('openssl', ['version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
