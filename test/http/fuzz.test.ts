import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { createMockServer, createSandboxes, demo } from '../../mocks/index.ts';
import { fc } from '../fast-check.ts';
import { isLong } from '../sample.ts';
import { serve } from './serve.ts';

/** `npm test` sends a sample, `npm run test:long` much more. */
const numRuns = isLong ? 10_000 : 400;

const controlToken = 'control-token-of-the-fuzzer';
const apiToken = 'api-token-of-the-fuzzer-0123';
const canary = 'Canary Records Ltd';

/** Statuses from 500 that the documentation mentions: an undocumented operation or encoding, and too many sandboxes. */
const documentedErrors = [501, 503];

/** The server of a run. Every client must send the control token, and a wrong one is not delayed. */
async function start() {
  // A part of the seed, so that it is there after a reset.
  const seeded = createMockServer({ seed: demo });
  seeded.create.customer({ name: canary });
  const seed = seeded.snapshot();
  const sandboxes = createSandboxes({ seed, onDemand: true, maxSandboxes: 20 });
  const mock = createMockServer({ seed, token: apiToken });
  const options = {
    controlToken,
    sandboxes,
    cors: ['https://app.example.com'],
    headersTimeout: 2000,
    requestTimeout: 4000,
  };
  const server = await serve(options, mock);
  const sandbox = await sandboxes.create({ name: 'one' });
  return { ...server, sandbox, secrets: [controlToken, apiToken, sandbox.controlToken, sandbox.mock.token] };
}

type Server = Awaited<ReturnType<typeof start>>;

const word = fc.string({ unit: 'grapheme-composite', maxLength: 12 }).map((each) => each.replace(/[\r\n]/g, ''));
const segment = fc.oneof(
  fc.constantFrom(
    'api',
    '__mock',
    'sandboxes',
    'one',
    'customers',
    'state',
    'tokens',
    'snapshot',
    'snapshots',
    'journal',
  ),
  fc.constantFrom(
    'db',
    'query',
    'events',
    'health',
    'policies',
    'faults',
    'clock',
    'search',
    'fixtures',
    'workbench',
    'create',
  ),
  fc.constantFrom(
    'journal.har',
    'wait',
    '..',
    '.',
    '',
    '%2e%2e',
    '%2f',
    '%00',
    '%',
    '__mock%2fstate',
    '__MOCK',
    '__proto__',
  ),
  fc.constantFrom('constructor', apiToken, 'products', '22a8dcdd-92be-4366-87b6-2e14ff91a874', 'index.html'),
  word.map((each) => encodeURIComponent(each)),
);
const query = fc.oneof(
  fc.constantFrom(
    '',
    '?',
    '?tokens=true',
    '?token=x',
    `?token=${controlToken}`,
    '?limit=1&timeout=1',
    '?q=a',
    '?__proto__=1',
  ),
  word.map((each) => `?${encodeURIComponent(each)}=1`),
);
const randomPath = fc
  .tuple(
    fc.constantFrom('/', '/__mock/', '/api/', '/sandboxes/one/__mock/', '//', ''),
    fc.array(segment, { maxLength: 4 }),
    query,
  )
  .map(([root, segments, end]) => `${root}${segments.join('/')}${end}`);
const validPath = fc
  .tuple(
    fc.constantFrom('', '/sandboxes/one', '/sandboxes/two'),
    fc.constantFrom(
      '/__mock/state',
      '/__mock/tokens',
      '/__mock/snapshot?tokens=true',
      '/__mock/db/customers',
      '/__mock/',
    ),
    fc.constantFrom('', '', '', '/', '?', '#', '%20'),
  )
  .map((parts) => parts.join(''));
const apiPath = fc.constantFrom(
  '/api/customers',
  '/sandboxes/one/api/customers',
  '/api/products',
  '/api/payment-terms',
);
const path = fc.oneof(randomPath, validPath, apiPath);
const method = fc.constantFrom(
  'GET',
  'GET',
  'GET',
  'GET',
  'GET',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
  'PROPFIND',
);
const host = fc.oneof(
  { weight: 4, arbitrary: fc.constant('localhost') },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '127.0.0.1:4010',
      '[::1]',
      '0.0.0.0',
      '[::]',
      'evil.example',
      '',
      'a b',
      'localhost, evil',
    ),
  },
);
const body = fc.oneof(
  fc.constantFrom('', '{}', '{"name":"x"}', '[]', '{"token":1}', 'null', '{'),
  fc.json({ maxDepth: 3 }),
  word,
);

/** Headers that neither open anything nor describe the body. */
const header = fc.oneof(
  fc.tuple(
    fc.constantFrom(
      'origin',
      'sec-fetch-site',
      'x-forwarded-for',
      'via',
      'forwarded',
      'accept',
      'expect',
      'upgrade',
      'cookie',
    ),
    fc.constantFrom(
      'http://localhost:3000',
      'https://evil.example',
      'null',
      'cross-site',
      'text/html',
      '100-continue',
      '*/*',
      '',
    ),
  ),
  fc.tuple(
    fc.constantFrom('x-real-ip', 'last-event-id', 'access-control-request-method', 'range', 'x-http-method-override'),
    word,
  ),
);

/** An `Authorization`, and what it opens. */
const authorization = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ opens: 'nothing' as const, value: undefined }) },
  {
    weight: 6,
    arbitrary: fc.record({
      opens: fc.constant('nothing' as const),
      value: fc.oneof(
        fc.constantFrom(
          undefined,
          '',
          'Bearer',
          'Bearer ',
          controlToken,
          `Basic ${controlToken}`,
          `Bearer ${controlToken} x`,
        ),
        fc.constantFrom(
          `Bearer ${controlToken.slice(0, -1)}`,
          `Bearer ${controlToken.toUpperCase()}`,
          `Bearer ${controlToken}0`,
        ),
        fc.constantFrom(
          `Bearer ${apiToken}, Bearer ${controlToken}`,
          'Bearer null',
          'Bearer undefined',
          'Bearer __proto__',
        ),
        word.map((each) => `Bearer ${each}`),
      ),
    }),
  },
  { weight: 4, arbitrary: fc.constant({ opens: 'api' as const, value: `Bearer ${apiToken}` }) },
  { weight: 4, arbitrary: fc.constant({ opens: 'control' as const, value: `Bearer ${controlToken}` }) },
);

/** Checks the statuses and the texts of a response. */
function check(
  server: Server,
  opens: 'nothing' | 'api' | 'control',
  statuses: readonly number[],
  response: string,
): void {
  for (const status of statuses) {
    if (status >= 500) expect(documentedErrors).toContain(status);
  }
  // The control token opens everything, but no response repeats it.
  const hidden = opens === 'control' ? [controlToken] : server.secrets;
  for (const secret of hidden) expect(response).not.toContain(secret);
  if (opens === 'nothing') expect(response).not.toContain(canary);
}

async function isUp({ port }: Server): Promise<void> {
  const headers = { authorization: `Bearer ${apiToken}` };
  const response = await fetch(`http://127.0.0.1:${port}/api/customers`, { headers });
  expect(response.status).toBe(200);
}

test('random bytes and requests over raw sockets get nothing that they do not open, and do no harm', async () => {
  const server = await start();
  const seen = new Set<number>();
  const request = fc.record({
    method,
    path,
    host,
    body,
    authorization,
    headers: fc.oneof(fc.array(header, { maxLength: 0 }), fc.array(header, { maxLength: 2 })),
    framing: fc.constantFrom('length', 'length', 'length', 'chunked', 'wrong length', 'both', 'none'),
    type: fc.constantFrom('application/json', 'application/json', 'text/plain', ''),
  });
  await fc.assert(
    fc.asyncProperty(request, fc.option(word, { nil: '' }), async ({ framing, ...sent }, garbage) => {
      // Echoes of what the client sent are no leak.
      fc.pre(!sent.path.includes(controlToken) && !sent.path.includes(apiToken));
      const size = Buffer.byteLength(sent.body);
      const frames = {
        length: [`content-length: ${size}`],
        chunked: ['transfer-encoding: chunked'],
        'wrong length': [`content-length: ${size + 3}`],
        both: [`content-length: ${size}`, 'transfer-encoding: chunked'],
        none: [],
      }[framing];
      const { value } = sent.authorization;
      const lines = [
        `${sent.method} ${sent.path} HTTP/1.1`,
        `host: ${sent.host}`,
        `content-type: ${sent.type}`,
        ...(value === undefined ? [] : [`authorization: ${value}`]),
        ...sent.headers.map(([name, each]) => `${name}: ${each}`),
        ...frames,
        'connection: close',
      ];
      const content =
        framing === 'chunked' || framing === 'both' ? `${size.toString(16)}\r\n${sent.body}\r\n0\r\n\r\n` : sent.body;
      const socket = connect(server.port, '127.0.0.1');
      await once(socket, 'connect');
      // An event stream has no end.
      socket.setTimeout(5000, () => socket.destroy());
      const received = text(socket).catch(() => '');
      socket.end(`${lines.join('\r\n')}\r\n\r\n${content}${framing === 'length' ? garbage : ''}`);
      const isStream = sent.path.includes('events') && sent.authorization.opens === 'control';
      if (isStream) socket.destroy();
      const response = await received;
      socket.destroy();
      const statuses = [...response.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status));
      for (const status of statuses) seen.add(status);
      check(server, sent.authorization.opens, statuses, response);
    }),
    { numRuns, interruptAfterTimeLimit: 200_000 },
  );
  expect([...seen]).toEqual(expect.arrayContaining([200, 400, 401, 403, 404]));
  await isUp(server);
});

test('random calls with fetch get no data of the control API without its token', async () => {
  const server = await start();
  const routes = Object(
    await (
      await fetch(`http://127.0.0.1:${server.port}/__mock/`, { headers: { authorization: `Bearer ${controlToken}` } })
    ).json(),
  ).paths as string[];
  expect(routes.length).toBeGreaterThan(40);
  const call = fc.record({
    route: fc.constantFrom(...routes),
    site: fc.constantFrom('', '/sandboxes/one', '/sandboxes/none'),
    value: fc.constantFrom('one', 'customers', '1', apiToken, 'x'),
    authorization: authorization.filter(
      ({ value, opens }) => opens !== 'control' && /^[\x20-\x7e]*$/.test(value ?? ''),
    ),
    origin: fc.constantFrom(undefined, 'http://localhost:3000', 'https://app.example.com', 'https://evil.example'),
    body,
  });
  await fc.assert(
    fc.asyncProperty(call, async ({ route, site, value, authorization: { value: given }, origin, body: sent }) => {
      const [verb = '', template = ''] = route.split(' ');
      const target = template.replace(/\?.*/, '').replaceAll(/\{\w+\}/g, value);
      const response = await fetch(`http://127.0.0.1:${server.port}${site}${target}`, {
        method: verb,
        headers: {
          ...(given !== undefined && { authorization: given }),
          ...(origin !== undefined && { origin }),
          'content-type': 'application/json',
        },
        ...(verb !== 'GET' && { body: sent }),
        redirect: 'manual',
      });
      const received = await response.text();
      const isHealth = target === '/__mock/health' && verb === 'GET';
      expect([route, isHealth ? [200] : [401, 403]]).toEqual([route, expect.arrayContaining([response.status])]);
      expect(Object.keys(JSON.parse(received))).toEqual(isHealth ? ['status'] : ['error']);
      for (const secret of [...server.secrets, canary]) expect(received).not.toContain(secret);
    }),
    { numRuns, interruptAfterTimeLimit: 200_000 },
  );
  expect(server.sandbox.mock.snapshot().rows.customers.size).toBeGreaterThan(0);
  await isUp(server);
});
