/** A server that limits requests. The kit keeps to the limit, and is no slower than it must be. */
import { describe, expect, test } from 'vitest';
import { detail, sample } from '../sample.ts';
import { skipWaits } from './helpers.ts';
import { runOnSecond } from './run-on-second.ts';
import { SecondServer } from './second-server/server.ts';
import { createRandom } from './second-server/variants.ts';

skipWaits();

/** Returns the headers of a limit, and whether it rejects the request. */
type Limiter = () => { readonly headers: Readonly<Record<string, string>>; readonly isLimited: boolean };

/** Runs the kit on a server that responds after 50 ms, and counts the responses with status 429. */
async function runLimited(limit: Limiter): Promise<{ sent: number; rejected: number; seconds: number }> {
  const server = new SecondServer();
  let rejected = 0;
  const report = await runOnSecond(server, {
    fetch: async (input, init) => {
      const { headers, isLimited } = limit();
      await new Promise((resolve) => setTimeout(resolve, 50));
      if (isLimited) rejected += 1;
      const response = isLimited
        ? Response.json({ success: false, error: 'Too many requests' }, { status: 429 })
        : await server.fetch(input, init);
      for (const [name, value] of Object.entries(headers)) response.headers.set(name, value);
      return response;
    },
  });
  expect(report.outcome).toBe('conforms');
  const { sent, duration } = report.requests;
  return { sent, rejected, seconds: duration / 1000 };
}

/** Admits a number of requests in each window, until a number of requests. */
function createWindow(size: number, milliseconds: number, until = Number.POSITIVE_INFINITY): Limiter {
  let start = 0;
  let used = 0;
  let requests = 0;
  return () => {
    requests += 1;
    if (requests > until) return { headers: {}, isLimited: false };
    if (Date.now() >= start + milliseconds) {
      start = Date.now();
      used = 0;
    }
    used += 1;
    const reset = String(Math.ceil((start + milliseconds - Date.now()) / 1000));
    const remaining = Math.max(0, size - used);
    const headers = {
      'ratelimit-limit': String(size),
      'ratelimit-remaining': String(remaining),
      'ratelimit-reset': reset,
    };
    const isLimited = used > size;
    return { headers: { ...headers, ...(isLimited && { 'retry-after': reset }) }, isLimited };
  };
}

describe('a server', () => {
  detail('that states its limit rejects few requests', async () => {
    const { sent, rejected, seconds } = await runLimited(createWindow(50, 5000));
    expect(rejected).toBeLessThan(20);
    expect(seconds).toBeLessThan((sent / 10) * 1.2);
  });

  detail('that states a limit for hours does not slow the run', async () => {
    const { rejected, seconds } = await runLimited(createWindow(5000, 3_600_000));
    expect(rejected).toBe(0);
    expect(seconds).toBeLessThan(20);
  });

  detail('that no longer limits requests gets them at full speed', async () => {
    const { seconds } = await runLimited(createWindow(50, 5000, 200));
    expect(seconds).toBeLessThan(45);
  });

  detail('that admits 10 requests per second gets that many', async () => {
    let tokens = 10;
    let last = Date.now();
    const { sent, rejected, seconds } = await runLimited(() => {
      tokens = Math.min(10, tokens + ((Date.now() - last) / 1000) * 10);
      last = Date.now();
      const isLimited = tokens < 1;
      if (!isLimited) tokens -= 1;
      return { headers: isLimited ? { 'retry-after': '1' } : {}, isLimited };
    });
    expect(seconds).toBeLessThan(((sent - rejected) / 10) * 1.1);
  });

  test.each(sample([1, 0, undefined], 'kitRuns'))(
    'that rejects half of the requests, with Retry-After %s, takes minutes',
    async (after) => {
      const next = createRandom(1);
      const { sent, rejected, seconds } = await runLimited(() => {
        const isLimited = next() < 0.5;
        return { headers: isLimited && after !== undefined ? { 'retry-after': String(after) } : {}, isLimited };
      });
      expect(rejected).toBeGreaterThan(600);
      // Four checks wait at the same time, a second at most.
      expect(seconds).toBeLessThan(((sent * 0.05 + rejected) / 4) * 1.1);
    },
  );
});

describe('a reset that is a Unix time', () => {
  /** States the reset of a limiter as a Unix time. */
  const asTime = (limit: Limiter): Limiter => {
    return () => {
      const { headers, isLimited } = limit();
      const { 'ratelimit-reset': reset, 'retry-after': _, ...rest } = headers;
      const time = Math.ceil(Date.now() / 1000) + Number(reset);
      return { headers: { ...rest, 'ratelimit-reset': String(time) }, isLimited };
    };
  };

  detail('lets the kit pause until the reset', async () => {
    const { rejected, seconds } = await runLimited(asTime(createWindow(50, 5000)));
    expect(rejected).toBeLessThan(60);
    expect(seconds).toBeLessThan(150);
  });

  detail('leads to the window', async () => {
    const server = new SecondServer();
    const end = Math.floor(Date.now() / 1000) + 3600;
    let remaining = 5000;
    const report = await runOnSecond(server, {
      allowWrites: false,
      fetch: async (input, init) => {
        const response = await server.fetch(input, init);
        remaining -= 1;
        const headers = { limit: '5000', remaining: String(remaining), reset: String(end) };
        for (const [name, value] of Object.entries(headers)) response.headers.set(`x-ratelimit-${name}`, value);
        return response;
      },
    });
    expect(report.policies.find(({ policy }) => policy === 'rateLimit')).toMatchObject({
      status: 'found',
      value: { limit: 5000, window: 3_600_000, algorithm: 'fixed-window' },
    });
  });
});
