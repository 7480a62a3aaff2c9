/** Real servers are slow, limited, flaky and incomplete. The kit must end with a report. */
import { createServer, type Server } from 'node:http';
import { afterEach, describe, expect, test } from 'vitest';
import { exitCodeOf, formatReport, runConformance } from '../../mocks/conformance.ts';
import { listenOnFreePort } from '../listen-on-free-port.ts';
import { detail, sample } from '../sample.ts';
import { lines, runAll, skipWaits, start } from './helpers.ts';

type Fetch = (input: string | URL | Request, init?: RequestInit) => Promise<Response>;

const html = () => new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'content-type': 'text/html' } });

describe('a server that', () => {
  skipWaits();

  detail('never responds ends with a report, even if fetch ignores the signal', async () => {
    const report = await runConformance({
      baseUrl: 'https://api.example.com',
      token: 't',
      fetch: () => new Promise(() => {}),
      timeout: 20,
    });
    expect(report.stopped).toBe('the server does not respond: no complete response within 20 ms');
  });

  detail('never ends a body ends with a report', async () => {
    const body = () => new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(1)) });
    const report = await runConformance({
      baseUrl: 'https://api.example.com',
      token: 't',
      fetch: async () => new Response(body()),
      timeout: 20,
    });
    expect(report.outcome).toBe('could not run');
  });

  detail('fails with 503 in one of ten conforms', async () => {
    let count = 0;
    const report = await runAll({}, (mock) => async (input, init) => {
      count += 1;
      return count % 10 === 3
        ? new Response('', { status: 503, headers: { 'retry-after': '0' } })
        : mock.fetch(input, init);
    });
    expect(lines(report)).toEqual([]);
    expect(report.requests.retried).toBeGreaterThan(30);
  });

  detail('drops connections of reads conforms', async () => {
    let count = 0;
    const report = await runAll({}, (mock) => async (input, init) => {
      count += 1;
      if (count % 40 === 3 && init?.method === 'GET') throw new TypeError('fetch failed');
      return mock.fetch(input, init);
    });
    expect(lines(report)).toEqual([]);
  });

  detail('limits the rate gets each request again after Retry-After', async () => {
    const times: number[] = [];
    let isLimited = true;
    const report = await runAll({}, (mock) => async (input, init) => {
      times.push(Date.now());
      if (!isLimited) return mock.fetch(input, init);
      isLimited = false;
      return Response.json(
        { success: false, error: 'Too many requests' },
        { status: 429, headers: { 'retry-after': '1' } },
      );
    });
    expect(lines(report)).toEqual([]);
    expect((times[1] ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(990);
  });

  test.each(sample([600, -600], 'kitRuns'))(
    'limits the rate with dates of a clock that is %i s ahead conforms',
    async (ahead) => {
      let start = 0;
      let count = 0;
      const report = await runAll({}, (mock) => async (input, init) => {
        count += 1;
        if (count % 30 !== 0) return mock.fetch(input, init);
        start ||= Date.now();
        const now = Date.now() + ahead * 1000;
        const [date = '', after = ''] = [now, now + 5000].map((time) => new Date(time).toUTCString());
        const headers = { date, 'retry-after': after };
        return Response.json({ success: false, error: 'Too many requests' }, { status: 429, headers });
      });
      expect(lines(report)).toEqual([]);
      expect(report.rules.filter(({ status }) => status !== 'passed')).toEqual([]);
      // Four checks wait at the same time.
      expect(Date.now() - start).toBeGreaterThan((5000 * Math.floor(count / 30)) / 4);
    },
  );

  test.each(sample(['0.5', 'soon', ''], 'kitRuns'))(
    'limits the rate with Retry-After %j gets each request again later',
    async (after) => {
      const times: number[] = [];
      await runConformance({
        baseUrl: 'https://api.example.com',
        token: 't',
        fetch: async () => {
          times.push(Date.now());
          return new Response('', { status: 429, headers: { 'retry-after': after } });
        },
      });
      expect(times).toHaveLength(20);
      expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThan(20_000);
    },
  );

  detail('asks for a long wait in the middle of a run does not differ', async () => {
    let count = 0;
    const report = await runAll({}, (mock) => async (input, init) => {
      count += 1;
      return count % 20 === 0
        ? Response.json({ success: false, error: 'Slow down' }, { status: 429, headers: { 'retry-after': '300' } })
        : mock.fetch(input, init);
    });
    expect(lines(report)).toEqual([]);
    expect([report.unknownValues, report.observations]).toEqual([[], []]);
    const notRun = report.rules.filter(({ status }) => status === 'not run');
    // Which checks get the status depends on their order.
    expect(notRun).toContainEqual(
      expect.objectContaining({
        reason: expect.stringMatching(/^the rate limit is reached: \w+\.\w+ returned status 429 "Slow down"$/),
      }),
    );
  });

  test.each([
    [3, 'stopped'],
    [1300, 'walks.notRun'],
  ])('asks for a long wait from request %i on ends with a report', async (first, member) => {
    let count = 0;
    const report = await runAll(
      {},
      (mock) => async (input, init) => {
        count += 1;
        return count === first || (count > first && init?.method === 'POST')
          ? Response.json({ success: false, error: 'Slow down' }, { status: 429, headers: { 'retry-after': '300' } })
          : mock.fetch(input, init);
      },
      { walks: 30 },
    );
    expect(lines(report)).toEqual([]);
    expect(report).toHaveProperty(member, expect.stringMatching(/^the rate limit is reached: /));
    if (!report.walks) return;
    expect(report.walks.walks).toBeGreaterThan(0);
    expect(formatReport(report, 'text')).toMatch(
      /^Walks: \d+ with \d+ calls, 0 with .* The others did not run: the rate limit is reached: /m,
    );
  });

  detail('disappears after the change of a fixture ends the run soon', async () => {
    const { mock, fixtures } = start();
    let isGone = false;
    const report = await runConformance({
      baseUrl: mock.baseUrl,
      token: mock.token,
      allowWrites: true,
      fixtures,
      fetch: async (input, init) => {
        if (isGone) throw new TypeError('fetch failed');
        isGone = init.method === 'PATCH' && input.includes(fixtures.contact);
        return await mock.fetch(input, init);
      },
    });
    expect(report.stopped).toBe('the last 3 calls had no usable response: fetch failed');
    expect(report.unrestored).toMatchObject([{ id: fixtures.contact, reason: 'failed: fetch failed' }]);
    expect(report.requests.duration).toBeLessThan(20_000);
  });

  detail('asks for a wait of hours ends with a report', async () => {
    const report = await runConformance({
      baseUrl: 'https://api.example.com',
      token: 't',
      fetch: async () => new Response('', { status: 429, headers: { 'retry-after': '7200' } }),
    });
    expect(report.stopped).toBe('the server rejects the first call: status 429');
  });

  test.each([
    ['a body that is not an object', () => Response.json('ok')],
    ['an array', () => Response.json([1, null, []])],
    ['null', () => Response.json(null)],
    ['data of another type', () => Response.json({ success: true, data: 12 })],
    ['lists of anything', () => Response.json({ success: true, data: [null, 1, 'a', { id: 7 }, { id: 'x' }] })],
  ])('returns %s is a report of differences', async (_, respond) => {
    const { fixtures } = start();
    const report = await runConformance({
      baseUrl: 'https://api.example.com',
      token: 't',
      secondToken: 's',
      limitedToken: 'l',
      fixtures,
      allowWrites: true,
      fetch: async () => respond(),
    });
    expect(report.outcome).toBe('differs');
    expect(lines(report).filter((line) => line.includes('cannot read the responses'))).toEqual([]);
  });

  detail('redirects stops the run, and nothing is sent to the other address', async () => {
    const urls: string[] = [];
    const report = await runConformance({
      baseUrl: 'https://api.example.com',
      token: 'some-token',
      fetch: async (input) => {
        urls.push(input);
        return new Response(null, { status: 308, headers: { location: 'https://other.example.com/' } });
      },
    });
    expect(urls.filter((url) => !url.startsWith('https://api.example.com/'))).toEqual([]);
    expect(report.stopped).toContain('redirect to https://other.example.com/');
  });

  detail('implements half of the operations is a report of the others', async () => {
    const report = await runAll({}, (mock) => async (input, init) => {
      const url = String(input);
      return /\/api\/(?:products|prices|catalogs)/.test(url) ? html() : mock.fetch(input, init);
    });
    const status = (name: string) => report.operations.find(({ operation }) => operation === name)?.status;
    expect(status('customers.get')).toBe('passed');
    expect(status('products.get')).toBe('failed');
    expect(report.rules.find(({ id }) => id === 'products.update.fields')?.reason).toMatch(
      /^products.create returned status 502/,
    );
  });
});

describe('limits of a run', () => {
  detail('all requests used up is a report', async () => {
    const report = await runAll({}, undefined, { maxRequests: 40 });
    expect(report.stopped).toBe('all 40 requests are used up');
    expect(report.requests.sent).toBe(40);
    expect(exitCodeOf(report)).toBe(2);
  });

  detail('the rate spaces requests', async () => {
    const times: number[] = [];
    await runAll(
      {},
      (mock) => (input, init) => {
        times.push(performance.now());
        return mock.fetch(input, init);
      },
      { rate: 50, maxRequests: 10 },
    );
    expect((times.at(-1) ?? 0) - (times[0] ?? 0)).toBeGreaterThanOrEqual(9 * 20 - 20);
  });

  detail('an interrupted run is a report of the results so far', async () => {
    const controller = new AbortController();
    let count = 0;
    const report = await runAll(
      {},
      (mock) => (input, init) => {
        count += 1;
        if (count === 60) controller.abort();
        return mock.fetch(input, init);
      },
      { signal: controller.signal },
    );
    expect(report.outcome).toBe('interrupted');
    expect(exitCodeOf(report)).toBe(130);
    expect(report.rules.some(({ status }) => status === 'passed')).toBe(true);
  });
});

describe('tokens', () => {
  skipWaits();

  const token = 'secret"token+with/all';
  const leaking: Fetch = async (input, init) => {
    const authorization = new Headers(init?.headers).get('authorization') ?? '';
    return new Response(
      JSON.stringify({
        success: false,
        error: `who is ${authorization}? ${encodeURIComponent(authorization)}`,
      }),
      { status: 400, headers: { 'x-echo': authorization, link: `<${String(input)}?t=${authorization}>; rel="next"` } },
    );
  };

  detail('appear nowhere in a report, even if the server returns them', async () => {
    const report = await runConformance({
      baseUrl: 'https://api.example.com',
      token,
      fetch: leaking,
      allowWrites: true,
      showValues: true,
    });
    const text = JSON.stringify(report);
    for (const form of [token, JSON.stringify(token).slice(1, -1), encodeURIComponent(token)]) {
      expect(text).not.toContain(form);
    }
  });

  detail('appear nowhere if fetch fails with them', async () => {
    const report = await runConformance({
      baseUrl: 'https://api.example.com',
      token,
      fetch: async () => {
        throw new TypeError(`invalid header ${token}`);
      },
    });
    expect(JSON.stringify(report)).not.toContain('secret');
  });
});

describe('over HTTP', () => {
  detail('a server that does not exist is a report with the reason', async () => {
    const report = await runConformance({ baseUrl: 'http://127.0.0.1:9', token: 'secret-token', timeout: 2000 });
    expect(report.outcome).toBe('could not run');
    expect(report.stopped).toMatch(/^the server does not respond: .*(?:ECONNREFUSED|bad port)/);
    expect(exitCodeOf(report)).toBe(2);
    expect(report.rules.filter(({ status }) => status === 'passed')).toEqual([]);
  });

  let server: Server | undefined;
  afterEach(() => server?.close());

  detail('a slow server conforms', async () => {
    const { mock } = start();
    server = createServer(async (request, response) => {
      const { headers, method = 'GET', url = '/' } = request;
      const upstream = await mock.fetch(mock.baseUrl + url, {
        method,
        headers: { authorization: headers.authorization ?? '' },
      });
      const text = await upstream.text();
      setTimeout(() => {
        response.writeHead(upstream.status, Object.fromEntries(upstream.headers)).flushHeaders();
        setTimeout(() => response.end(text), 5);
      }, 5);
    });
    const port = await listenOnFreePort(server);
    const report = await runConformance({ baseUrl: `http://127.0.0.1:${port}`, token: mock.token });
    expect(lines(report)).toEqual([]);
    expect(report.requests.sent).toBeGreaterThan(50);
  });
});
