/** Before the first check, the kit looks at the token, the path, the kind of content and the fixtures. */
import { describe, expect, test } from 'vitest';
import { exitCodeOf, formatReport, runConformance } from '../../mocks/conformance.ts';
import type { MockServer } from '../../mocks/index.ts';
import { detail } from '../sample.ts';
import { lines, runAll, start } from './helpers.ts';

const html = () => new Response('<h1>Welcome</h1>', { headers: { 'content-type': 'text/html; charset=utf-8' } });

describe('a run stops with one sentence and exit code 2', () => {
  test.each<[string, (mock: MockServer) => MockServer['fetch'], object, string]>([
    [
      'a wrong token',
      ({ fetch }) => fetch,
      { token: 'wrong' },
      'the server rejects `token`: GET /api/customers returned',
    ],
    [
      'a wrong second token',
      ({ fetch }) => fetch,
      { secondToken: 'wrong' },
      'the server rejects `secondToken`: GET /api/customers returned status 401',
    ],
    ['a wrong limited token', ({ fetch }) => fetch, { limitedToken: 'wrong' }, 'the server rejects `limitedToken`: '],
    [
      'a wrong path',
      (mock) => (input, init) => mock.fetch(String(input).replace('/api/', '/v1/'), init),
      {},
      'the server does not have the paths of the API: GET /api/customers returned status 404',
    ],
    [
      'HTML for everything',
      () => async () => html(),
      {},
      'the server returns no JSON: GET /api/customers returned text/html,',
    ],
    ['an empty body', () => async () => new Response(null), {}, 'the server returns no JSON: '],
    ['deep data', () => async () => new Response(`${'['.repeat(5000)}`), {}, 'the server returns no JSON: '],
    [
      'a failure for everything',
      () => async () => Response.json({ success: false, error: 'Out of memory' }, { status: 500 }),
      {},
      'the server fails: GET /api/customers returned status 500 "Out of memory"',
    ],
  ])('for %s', async (_, fetchOf, options, sentence) => {
    const report = await runAll({}, fetchOf, options);
    expect(report.stopped).toContain(sentence);
    expect([report.outcome, exitCodeOf(report)]).toEqual(['could not run', 2]);
    expect([report.differences, report.unknownValues, report.observations, report.created]).toEqual([[], [], [], []]);
    expect(report.requests.sent).toBeLessThan(20);
    expect(formatReport(report, 'text')).toContain(`Result: the run is incomplete, ${sentence}`);
  });

  detail('for tokens without permission', async () => {
    const { mock } = start();
    const options = { baseUrl: mock.baseUrl, fetch: mock.fetch, allowWrites: true };
    const nothing = await runConformance({ ...options, token: mock.tokens.issue({ permissions: [] }) });
    expect(nothing.stopped).toMatch(/^`token` lacks permission: GET \/api\/customers returned status 403 "Forbidden"$/);
    const reader = await runConformance({ ...options, token: mock.tokens.issue({ permissions: ['customers:read'] }) });
    expect(reader.stopped).toMatch(/^`token` lacks permission: POST \/api\/customers .* Run without `allowWrites`/);
    expect([reader.outcome, reader.created, reader.differences]).toEqual(['could not run', [], []]);
  });

  detail('for a second token of the same workspace', async () => {
    const { mock } = start();
    const secondToken = mock.tokens.issue();
    const options = { baseUrl: mock.baseUrl, token: mock.token, fetch: mock.fetch, secondToken };
    const report = await runConformance({ ...options, allowWrites: true });
    expect(report.stopped).toBe('`secondToken` belongs to the workspace of `token`: pass a token of another workspace');
    const reading = await runConformance(options);
    expect(reading.outcome).toBe('conforms');
    expect(reading.rules.find(({ id }) => id === 'isolation.reads')).toMatchObject({
      status: 'not run',
      reason: expect.stringContaining('both tokens read the same workspace'),
    });
  });
});

describe('a token that expires during a run', () => {
  test.each([
    ['token', 30],
    ['secondToken', 60],
    ['limitedToken', 100],
  ] as const)('ends it with one sentence: %s', async (name, count) => {
    const { mock, secondToken, limitedToken } = start();
    const token = { token: mock.token, secondToken, limitedToken }[name];
    let requests = 0;
    const expiring: MockServer['fetch'] = async (input, init) => {
      requests += 1;
      if (requests === count) mock.tokens.revoke(token);
      return await mock.fetch(input, init);
    };
    const options = { baseUrl: mock.baseUrl, token: mock.token, secondToken, limitedToken, fetch: expiring };
    const report = await runConformance({ ...options, allowWrites: true });
    expect(report.stopped).toMatch(
      new RegExp(`^the server no longer accepts \`${name}\`: GET /api/\\S+ returned status 401 "Invalid API token"$`),
    );
    expect([report.outcome, exitCodeOf(report), lines(report)]).toEqual(['could not run', 2, []]);
  });

  detail('is not confused with one operation that rejects the token', async () => {
    const report = await runAll({}, ({ fetch }) => async (input, init) => {
      if (!String(input).includes('/api/catalogs/')) return await fetch(input, init);
      return Response.json({ success: false, error: 'Invalid API token' }, { status: 401 });
    });
    expect(report.stopped).toBeUndefined();
    expect(lines(report).join()).toContain('catalogs.get');
  });
});

describe('a token that lacks some permissions', () => {
  detail('leads to no difference', async () => {
    const { mock } = start();
    const token = mock.tokens.issue({ permissions: ['customers:read', 'addresses:read'] });
    const report = await runConformance({ baseUrl: mock.baseUrl, fetch: mock.fetch, token });
    expect(lines(report)).toEqual([]);
    const operation = (name: string) => report.operations.find((each) => each.operation === name);
    expect(operation('products.get')).toMatchObject({ status: 'not run' });
    expect(operation('customers.get')).toMatchObject({ status: 'passed' });
  });
});

describe('fixtures', () => {
  detail('that the server does not have are not run, which the kit says before it writes', async () => {
    const { mock, fixtures } = start();
    const run = async () => {
      const notices: [string, number][] = [];
      const onNotice = (reason: string) =>
        notices.push([reason, mock.journal.list().filter(({ method }) => method === 'PATCH').length]);
      mock.journal.clear();
      const options = { baseUrl: mock.baseUrl, token: mock.token, fetch: mock.fetch, allowWrites: true, onNotice };
      return { report: await runConformance({ ...options, fixtures }), notices };
    };
    expect((await run()).notices).toEqual([]);
    const { report, notices } = await run();
    expect(notices).toEqual([
      [expect.stringMatching(/^the fixture `deletableCategory` returned status 404 .*an earlier run may have/), 0],
    ]);
    expect(lines(report)).toEqual([]);
    expect(report.outcome).toBe('conforms');
    const notRun = report.rules.filter(({ reason }) => reason?.includes('deletableCategory'));
    expect(notRun.map(({ id }) => id)).toEqual(['isolation.deletion', 'categories.delete.soft']);
  });
});
