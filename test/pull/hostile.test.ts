import { createServer } from 'node:http';
import { inspect } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { createMockServer, demo } from '../../mocks/index.ts';
import { buildSeed } from '../../mocks/pull/build-seed.ts';
import { copyRecord } from '../../mocks/pull/copy-record.ts';
import { formatSeed } from '../../mocks/pull/pull.ts';
import { type ReadOptions, readWorkspace } from '../../mocks/pull/read-workspace.ts';
import { createReplace } from '../../mocks/pull/replacements.ts';
import { createRandom, type Random } from '../../mocks/shared/random.ts';
import { MasterDataClient } from '../../src/index.ts';
import { fc, runs } from '../fast-check.ts';
import { listenOnFreePort } from '../listen-on-free-port.ts';
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
      const random = createRandom(number);
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
        expect(error.message).toMatch(/must be a UUID, received|expected a (?:record|list) as data, received/);
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

test('an error does not show the response, which can be personal', async () => {
  const source = createMockServer({ seed: demo });
  const body = { success: true, data: [{ name: 'Greta Lindqvist' }] };
  source.faults.add({ on: 'customers.get', status: 200, body });
  const error: Error = await pullFrom(source).then(
    () => new Error('no error'),
    (reason) => reason,
  );
  expect(error.message).toMatch(
    /^GET \/api\/customers\/\S+ returned 200: .*application\/json: a body that is not shown/,
  );
  expect(inspect(error)).not.toContain('Greta');
});

test('names in free JSON that are no identifiers are replaced', async () => {
  const source = createMockServer({ seed: demo });
  const body = { success: true, data: [{ name: 'Net 30', 'max@example.com': { 'Max Mustermann': 5, days_due: 30 } }] };
  source.faults.add({ on: 'paymentTerms.list', status: 200, body });
  const { seed } = await pullFrom(source);
  expect(JSON.stringify(seed.rows.paymentTerms)).not.toMatch(/max@|Mustermann/);
  expect(JSON.stringify(seed.rows.paymentTerms)).toContain('"days_due":30');
});

test('values that are nested too deeply are dropped', async () => {
  const source = createMockServer({ seed: demo });
  const terms = '{"name":"Net 30","days":[['.concat('['.repeat(20_000), ']'.repeat(20_000), ']]}');
  const body = `{"success":true,"data":[${terms}]}`;
  source.faults.add({ on: 'paymentTerms.list', status: 200, body, headers: { 'content-type': 'application/json' } });
  const { seed } = await pullFrom(source);
  expect(seed.rows.paymentTerms).toHaveLength(1);
});
