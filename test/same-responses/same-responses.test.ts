import { setupServer } from 'msw/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../mocks/http.ts';
import type { MockServer } from '../../mocks/index.ts';
import { mockHandlers } from '../../mocks/msw.ts';
import { setupMockServer } from '../../mocks/node.ts';
import { openBrowser, openPage, serveSite } from '../browser/site.ts';
import { type CapturedResponse, conversation, converse, startMock } from './conversation.ts';

async function direct(): Promise<CapturedResponse[]> {
  const mock = startMock();
  return converse(mock, mock.fetch, mock.baseUrl);
}

describe('every adapter returns the same bytes', () => {
  test('with the statuses that the conversation expects', async () => {
    const responses = await direct();
    expect(responses.map(({ status, what }) => [status, what])).toEqual(
      conversation(startMock()).map(({ what }) => [Number.parseInt(what, 10), what]),
    );
  });

  test.each([
    ['setupMockServer', (mock: MockServer) => setupMockServer(mock)],
    ['setupServer with mockHandlers', (mock: MockServer) => setupServer(...mockHandlers(mock))],
  ])('with MSW in Node: %s', async (_, setUp) => {
    const mock = startMock();
    const server = setUp(mock);
    server.listen({ onUnhandledFrame: 'error' });
    onTestFinished(() => server.close());
    expect(await converse(mock, fetch, mock.baseUrl)).toEqual(await direct());
  });

  test("with MSW's service worker in Chromium", async (context) => {
    const { url } = await serveSite('same-responses');
    const { page, complaints } = await openPage(await openBrowser(context), url);
    expect(await page.evaluate(() => window.converse())).toEqual(await direct());
    expect(complaints).toEqual([]);
  });

  test('over HTTP, except for the headers of the connection and of CORS', async () => {
    const mock = startMock();
    const server = await listen(mock);
    onTestFinished(() => server.close());
    expect(server.url).toBe(`http://127.0.0.1:${server.port}/masterdata`);
    const responses = await converse(mock, fetch, server.url);

    expect(responses.map(withoutAdditions)).toEqual(await direct());
    for (const { status, headers, body, what } of responses) {
      if (status === 0) continue;
      expect(headers, what).toMatchObject({
        date: expect.any(String),
        vary: 'Origin',
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      });
      const length = status === 204 ? undefined : String(new TextEncoder().encode(body).length);
      if (!what.includes('HEAD')) expect(headers['content-length'], what).toBe(length);
    }
  });
});

/** The headers that only HTTP adds. */
const additions = [
  'connection',
  'content-length',
  'content-security-policy',
  'date',
  'keep-alive',
  'vary',
  'x-content-type-options',
];

function withoutAdditions({ headers, ...response }: CapturedResponse): CapturedResponse {
  const own = Object.entries(headers).filter(([name]) => !additions.includes(name));
  return { ...response, headers: Object.fromEntries(own) };
}
