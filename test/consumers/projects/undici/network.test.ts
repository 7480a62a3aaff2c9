import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { type AddressInfo, connect, type Server } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import {
  createServer as createTlsServer,
  getCACertificates,
  setDefaultCACertificates,
  type TlsOptions,
} from 'node:tls';
import { promisify } from 'node:util';
import { ConnectionError, type MasterDataClient } from 'masterdata-sdk';
import { createMockServer, demo } from 'masterdata-sdk/mock';
import { listen } from 'masterdata-sdk/mock/http';
import { generate } from 'selfsigned';

const mock = createMockServer({ seed: demo, token: 'test' });
const server = await listen(mock);
process.env.MASTERDATA_API_TOKEN = 'test';
process.env.MASTERDATA_BASE_URL = server.url;

/** The targets of the connections through the proxy. */
const tunnels: string[] = [];
const proxy = createServer().on('connect', ({ url = '' }, socket) => {
  tunnels.push(url);
  const { hostname, port } = new URL(`http://${url}`);
  const target = connect(Number(port), hostname, () => socket.write('HTTP/1.1 200 OK\r\n\r\n'));
  target.pipe(socket).pipe(target);
  for (const each of [target, socket]) each.on('error', () => each.destroy());
});

const name = (value: string) => [{ name: 'commonName', value }];
const authority = await generate(name('Test CA'), {
  extensions: [
    { name: 'basicConstraints', cA: true, critical: true },
    { name: 'keyUsage', keyCertSign: true, critical: true },
  ],
});
const ca = { key: authority.private, cert: authority.cert };
const own = await generate(name('service'), {
  ca,
  extensions: [{ name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] }],
});
const visitor = await generate(name('client'), { ca });

/** Puts TLS in front of the mock server. */
const secure = (options: TlsOptions) =>
  createTlsServer({ key: own.private, cert: own.cert, ca: authority.cert, ...options }, (socket) => {
    const target = connect(server.port, '127.0.0.1');
    socket.pipe(target).pipe(socket);
    for (const each of [target, socket]) each.on('error', () => each.destroy());
  }).on('tlsClientError', () => {});
const withTls = secure({});
const withClientCertificates = secure({ requestCert: true, rejectUnauthorized: true });

const url = (of: Server, protocol: string) => `${protocol}://127.0.0.1:${(of.address() as AddressInfo).port}`;

beforeEach(() => mock.reset());
before(async () => {
  for (const each of [proxy, withTls, withClientCertificates]) await once(each.listen(0, '127.0.0.1'), 'listening');
  process.env.PROXY_URL = url(proxy, 'http');
  writeFileSync('ca.pem', authority.cert);
  writeFileSync('client.pem', visitor.cert);
  writeFileSync('client-key.pem', visitor.private);
});
after(async () => {
  for (const each of [proxy, withTls, withClientCertificates]) each.close();
  await server.close();
});

const importClient = async (file: string): Promise<MasterDataClient> => (await import(file)).client;

test('sends requests through a proxy', async () => {
  const baseUrl = url(withTls, 'https');
  const client = (await importClient('./proxy.ts')).withOptions({ baseUrl });
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, authority.cert]);
  try {
    assert.equal((await client.customers.list()).length, 4);
  } finally {
    setDefaultCACertificates(trusted);
  }
  assert.deepEqual(tunnels.splice(0), [new URL(baseUrl).host]);
});

test('sends a client certificate, and trusts a private authority', async () => {
  const baseUrl = url(withClientCertificates, 'https');
  const client = (await importClient('./certificates.ts')).withOptions({ baseUrl });
  const { id } = await client.customers.create({ name: 'Acme', type: 'company' });
  assert.equal(mock.db.customers.get(id)?.name, 'Acme');

  await assert.rejects(
    client.withOptions({ fetch, maxRetries: 0 }).customers.list(),
    (error) => error instanceof ConnectionError && /certificate/.test(error.message),
  );
});

test('Node itself reads the proxy and the authority from the environment', async () => {
  const run = promisify(execFile);
  const env = {
    ...process.env,
    NODE_USE_ENV_PROXY: '1',
    HTTPS_PROXY: url(proxy, 'http'),
    NODE_EXTRA_CA_CERTS: 'ca.pem',
    MASTERDATA_BASE_URL: url(withTls, 'https'),
  };
  const { stdout } = await run(process.execPath, ['list-customers.ts'], { env });
  assert.equal(stdout, '4\n');
  assert.deepEqual(tunnels.splice(0), [new URL(env.MASTERDATA_BASE_URL).host]);
});
