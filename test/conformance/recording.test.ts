/** A run is recorded, and later runs are compared with it. */
import { describe, expect, test } from 'vitest';
import { type ConformanceRecording, parseRecording } from '../../mocks/conformance.ts';
import { createMockServer, type MockPolicies, type MockServer } from '../../mocks/index.ts';
import { detail } from '../sample.ts';
import { lines, placesOf, runAll, start } from './helpers.ts';

async function record(policies: Partial<MockPolicies> = {}, options: object = {}): Promise<ConformanceRecording> {
  const { recording } = await runAll(policies, undefined, { record: true, ...options });
  // As it is in the file.
  return JSON.parse(JSON.stringify(recording));
}

const first = await record();

describe('a recording', () => {
  detail('contains each call, without ids, times, names, values and tokens', () => {
    expect(first).toMatchObject({ version: 1, mode: 'writes' });
    expect(first.exchanges.length).toBeGreaterThan(300);
    const text = JSON.stringify(first.exchanges);
    expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-/);
    expect(text).not.toMatch(/\d{4}-\d\d-\d\dT/);
    expect(text).not.toMatch(/mdmock_|Halm|conformance-test/);
    expect(first.exchanges).toContainEqual({
      check: 'customers.get.not-found',
      call: 'GET /api/customers/{id}',
      token: 'main',
      status: 404,
      contentType: 'application/json',
      responseBody: { success: false, error: 'Customer not found' },
    });
  });

  detail('of an error text with any characters can be made', async () => {
    const error = '\u001conformance-x \u00012345-1234-1234-1234-123456789abc';
    const fetchOf = (mock: MockServer): MockServer['fetch'] => {
      mock.faults.add({ on: 'customers.get', status: 404, body: { success: false, error } });
      return mock.fetch;
    };
    const { recording } = await runAll({}, fetchOf, { record: true, allowWrites: false });
    const texts = recording?.exchanges.map(({ responseBody }) => JSON.stringify(responseBody)) ?? [];
    expect(texts.some((text) => text?.includes('onformance-x'))).toBe(true);
  });

  detail('is only made on request', async () => {
    const { mock } = start();
    const { recording } = await runAll({}, () => mock.fetch, { baseUrl: mock.baseUrl, maxRequests: 5 });
    expect(recording).toBeUndefined();
  });

  detail('contains values if the caller wants them, but no token', async () => {
    const text = JSON.stringify(await record({}, { showValues: true, allowWrites: false }));
    expect(text).toContain('Halm');
    expect(text).not.toContain('mdmock_');
  });

  test.each([
    [{ version: 2 }, 'recording: version must be 1, received 2'],
    [{ version: 1, kit: '1', date: '', mode: 'writes', exchanges: [{}] }, 'recording: exchanges.0.check is required'],
    [[], 'recording: must be an object, received array'],
  ])('must be valid: %j', async (value, message) => {
    expect(() => parseRecording(value)).toThrow(message);
    await expect(runAll({}, undefined, { compare: value as unknown as ConformanceRecording })).rejects.toThrow(message);
  });
});

describe('a comparison', () => {
  const compare = async (
    policies: Partial<MockPolicies>,
    fetchOf?: (mock: MockServer) => MockServer['fetch'],
    options: object = {},
  ) => lines(await runAll(policies, fetchOf, { compare: first, ...options }));

  detail('with the same server finds nothing, whatever records it has', async () => {
    expect(await compare({})).toEqual([]);
    expect(await compare({}, undefined, { allowWrites: false })).toEqual([]);
    const empty = createMockServer();
    const tokens = { token: empty.token, secondToken: undefined, limitedToken: undefined };
    const options = { ...tokens, baseUrl: empty.baseUrl, fixtures: {} };
    expect(await compare({}, () => empty.fetch, options)).toEqual([]);
  });

  detail('finds another status and another text', async () => {
    const differences = await compare({ notFoundStatus: 410, invalidTokenText: 'Wrong API token' });
    expect(differences).toContain(
      'recording customers.get.not-found: GET /api/customers/{id}: status 410 "Customer not found", application/json, ' +
        'the recording has status 404 "Customer not found", application/json',
    );
    expect(differences).toContain(
      'recording auth.invalid-token: GET /api/customers with the token "invalid": status 401 "Wrong API token", ' +
        'application/json, the recording has status 401 "Invalid API token", application/json',
    );
  });

  detail('finds missing and additional fields, and other types', async () => {
    const differences = await compare({}, (mock) => async (input, init) => {
      const response = await mock.fetch(input, init);
      const text = (await response.text())
        .replaceAll('"segment_id":', '"segment":')
        .replace(/"unit_per_pack":(\d+)/g, '"unit_per_pack":"$1"');
      return new Response(text, response);
    });
    const found = differences.filter((line) => line.startsWith('recording ')).join('\n');
    expect(found).toContain('GET /api/customers: `data[].segment_id` is missing');
    expect(found).toContain('GET /api/customers: `data[].segment` is not in the recording');
    expect(found).toContain(
      'GET /api/products/{id}: `data.settings.unit_per_pack` is string, the recording has number',
    );
  });

  detail('has an example of the difference', async () => {
    const report = await runAll({ notFoundStatus: 410 }, undefined, { compare: first });
    const difference = report.differences.find((finding) =>
      placesOf([finding]).some(({ subject }) => subject === 'customers.get.not-found'),
    );
    expect(difference).toMatchObject({ kind: 'recording', example: { method: 'GET', status: 410 } });
    expect(report.outcome).toBe('differs');
  });
});
