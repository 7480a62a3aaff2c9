import { createServer } from 'node:http';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createMockServer, demo } from '../../mocks/index.ts';
import { buildSeed } from '../../mocks/pull/build-seed.ts';
import { copyRecord } from '../../mocks/pull/copy-record.ts';
import { formatSeed } from '../../mocks/pull/pull.ts';
import { type ReadOptions, readWorkspace } from '../../mocks/pull/read-workspace.ts';
import { createReplace } from '../../mocks/pull/replacements.ts';
import { Random } from '../../mocks/shared/random.ts';
import { MasterDataClient } from '../../src/index.ts';
import { fc } from '../fast-check.ts';
import { listenOnFreePort } from '../listen-on-free-port.ts';
import { runs } from '../sample.ts';
import { noCache, personalTexts, pullFrom } from './helpers.ts';

const replace = createReplace(Buffer.alloc(32, 1));

/** A text in values of the wrong type, which no seed may contain. */
const secret = 'Ida Halm, Torstr. 7, +49 30 5550';

const otherIds = createMockServer({ seed: demo })
  .db.products.list()
  .map(({ id }) => id);

const wrongValues: readonly unknown[] = [
  ...[null, '', 0, -1, 1e308, true, [], {}, 'Text', [secret], { name: secret }, [null], [[[]]], '__proto__'],
  ...['\u0000\u202e\ud800', 'x'.repeat(100_000), 'Z'.repeat(36), '2026-02-30T00:00:00Z', otherIds[0]?.toUpperCase()],
  ...[otherIds[1], [otherIds[2], otherIds[2]], JSON.parse('{"__proto__":{"id":1}}')],
];

/** Replaces some values of a response, wherever they are, by wrong ones. */
function corrupt(value: unknown, random: Random): unknown {
  if (random.uint32() % 400 === 0) return wrongValues[random.uint32() % wrongValues.length];
  if (Array.isArray(value)) return value.map((entry) => corrupt(entry, random));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, entry]) => [name, corrupt(entry, random)]));
}

test('whatever values a service returns, a pull ends with a seed that a mock loads, or with an error', async () => {
  const source = createMockServer({ seed: demo });
  const texts = personalTexts(source).filter((text) => text.length >= 8);
  let seeds = 0;
  await fc.assert(
    fc.asyncProperty(fc.nat(), async (number) => {
      const random = new Random(number);
      const client = new MasterDataClient({
        ...source.clientOptions,
        validation: { responses: 'off' },
        fetch: async (input, init) => {
          const response = await source.fetch(input, init);
          if (!response.ok) return response;
          const { data } = (await response.json()) as { data: unknown };
          return Response.json({ success: true, data: corrupt(data, random) });
        },
      });
      const copy: ReadOptions['copy'] = (resource, record) => copyRecord(resource, record, replace, []);
      const reading = readWorkspace({ client, copy, cache: noCache, concurrency: 4 });
      const seed = await reading.then(buildSeed, (error: Error) => {
        expect(error.message).toMatch(/must be a UUID, received|status 200, and a body .* that is not shown/);
      });
      if (!seed) return;
      const text = formatSeed(seed);
      expect([secret, ...texts].filter((each) => text.includes(each))).toEqual([]);
      try {
        createMockServer({ seed: JSON.parse(text) });
        seeds += 1;
      } catch (error) {
        // No record tells whose contact it is.
        expect(String(error)).toMatch(/contacts: \d+\.customer_id is required/);
      }
    }),
    { numRuns: runs(200) },
  );
  expect(seeds).toBeGreaterThan(runs(200) / 2);
});

test('a list that the service never ends is an error', async () => {
  let requests = 0;
  const server = createServer((request, response) => {
    requests += 1;
    const next = `</api/customers?page=${requests}>; rel="next"`;
    const id = `00000000-0000-4000-8000-${String(requests).padStart(12, '0')}`;
    const data = request.url?.startsWith('/api/customers') ? [{ id }] : [];
    response.writeHead(200, { 'content-type': 'application/json', ...(data.length > 0 && { link: next }) });
    response.end(JSON.stringify({ success: true, data }));
  });
  onTestFinished(() => void server.close());
  const baseUrl = `http://127.0.0.1:${await listenOnFreePort(server)}`;
  const source = createMockServer({ seed: demo });
  await expect(pullFrom(source, { baseUrl, maxPages: 5 })).rejects.toThrow(
    'customers.list: the service has more than 5 pages, and may never end the list.',
  );
  expect(requests).toBe(5);
});

test('attempts that failed are reported', async () => {
  const source = createMockServer({ seed: demo });
  source.faults.add({ on: 'customers.list', fault: 'drop-connection', times: 1 });
  source.faults.add({ on: 'addresses.list', status: 503, headers: { 'retry-after': '0' }, times: 1 });
  const warnings: string[] = [];
  await pullFrom(source, { onWarning: (message) => warnings.push(message) });
  expect(warnings).toEqual([
    expect.stringMatching(/^GET \/api\/customers failed: .+\. Attempt 2 of 6\.$/),
    'addresses.list: status 503. Attempt 2 of 6.',
  ]);
});

test.each([
  ['customers.get', { status: 400, body: { success: false, error: 'Greta Lindqvist, Torstr. 7' } }, 'status 400.'],
  [
    'addresses.list',
    { status: 422, body: { error: 'Validation error', details: [{ path: 'Greta', message: 'Greta' }] } },
    'status 422.',
  ],
  ['paymentTerms.list', { status: 401, body: 'Greta has no token' }, 'status 401. Check the token.'],
  [
    'products.get',
    { status: 403, body: { success: false, error: 'Greta' } },
    'status 403. Check the permissions of the',
  ],
  ['customers.list', { status: 404, body: 'Greta' }, 'status 404. Check the base URL.'],
  ['customers.list', { status: 429, headers: { 'retry-after': '3600' }, body: { error: 'Greta' } }, 'status 429.'],
  [
    'customers.get',
    { status: 200, body: { success: true, data: [{ name: 'Greta Lindqvist' }] } },
    'status 200, and a body (application/json) that is not shown, because it can be personal.',
  ],
  [
    'contacts.get',
    // The client escapes the invisible character in its message.
    { status: 200, body: '\u200bGreta::error::x', headers: { 'content-type': 'text/html; greta' } },
    'status 200, and a body (text/html) that is not shown, because it can be personal.',
  ],
  ['addresses.list', { status: 200, body: '' }, 'status 200, and no body.'],
] as const)('the error of %s shows no response, which can be personal (%#)', async (on, response, message) => {
  const source = createMockServer({ seed: demo });
  source.faults.add({ on, ...response });
  const warnings: string[] = [];
  const error: Error = await pullFrom(source, { onWarning: (text) => warnings.push(text) }).then(
    () => new Error('no error'),
    (reason) => reason,
  );
  expect(error.message).toMatch(new RegExp(`^${on.replace('.', '\\.')}: `));
  expect(error.message).toContain(message);
  expect(inspect([error, warnings], { depth: null })).not.toMatch(/greta|torstr/i);
});

test('an id that is no UUID is not shown', async () => {
  const source = createMockServer({ seed: demo });
  source.faults.add({
    on: 'customers.list',
    status: 200,
    body: { success: true, data: [{ id: 'greta@lind.example' }] },
  });
  await expect(pullFrom(source)).rejects.toThrow(
    /^customers: each id in the responses of the service must be a UUID, received a string\.$/,
  );
});

test('an error about the link to the next page says what is wrong', async () => {
  const source = createMockServer({ seed: demo });
  const headers = { link: '<https://other.example/api/customers>; rel="next"' };
  source.faults.add({ on: 'customers.list', status: 200, body: { success: true, data: [] }, headers });
  await expect(pullFrom(source)).rejects.toThrow('the next page is on another origin, https://other.example');
});

test('names in free JSON that are no identifiers are replaced', async () => {
  const source = createMockServer({ seed: demo });
  const body = {
    success: true,
    data: [{ name: 'Net 30', 'max@example.com': { 'Max Mustermann': 5, days_due: 30, 30: 2 } }],
  };
  source.faults.add({ on: 'paymentTerms.list', status: 200, body });
  const { seed } = await pullFrom(source);
  expect(JSON.stringify(seed.rows.paymentTerms)).not.toMatch(/max@|Mustermann/);
  expect(JSON.stringify(seed.rows.paymentTerms)).toMatch(/"30":2,.+"days_due":30/);
});

test.each(['4930555010', 'phone_493055501', '100042'])('the name %s in free JSON is replaced', async (name) => {
  const source = createMockServer({ seed: demo });
  const body = { success: true, data: [{ name: 'Net 30', limits: { [name]: 5 } }] };
  source.faults.add({ on: 'paymentTerms.list', status: 200, body });
  const { seed } = await pullFrom(source);
  expect(JSON.stringify(seed.rows.paymentTerms)).toMatch(/"Sample text \w+":5/);
  expect(JSON.stringify(seed.rows.paymentTerms)).not.toContain(name);
});

test('values that are nested too deeply are dropped', async () => {
  const source = createMockServer({ seed: demo });
  const terms = '{"name":"Net 30","days":[['.concat('['.repeat(20_000), ']'.repeat(20_000), ']]}');
  const body = `{"success":true,"data":[${terms}]}`;
  source.faults.add({ on: 'paymentTerms.list', status: 200, body, headers: { 'content-type': 'application/json' } });
  const { seed } = await pullFrom(source);
  expect(seed.rows.paymentTerms).toHaveLength(1);
});
