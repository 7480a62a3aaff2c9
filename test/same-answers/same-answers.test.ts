import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../mocks/http.ts';
import { setupMockServer } from '../../mocks/node.ts';
import { openBrowser, openPage, serveSite } from '../browser/site.ts';
import { type Answer, conversation, converse, startMock } from './conversation.ts';

async function direct(): Promise<Answer[]> {
  const mock = startMock();
  return converse(mock, mock.fetch, mock.baseUrl);
}

describe('the same answers, to the byte', () => {
  test('have the statuses that the conversation names', async () => {
    const answers = await direct();
    expect(answers.map(({ status, what }) => [status, what])).toEqual(
      conversation(startMock()).map(({ what }) => [Number.parseInt(what, 10), what]),
    );
  });

  test('over msw in Node', async () => {
    const mock = startMock();
    const server = setupMockServer(mock);
    server.listen({ onUnhandledFrame: 'error' });
    onTestFinished(() => server.close());
    expect(await converse(mock, fetch, mock.baseUrl)).toEqual(await direct());
  });

  test("over msw's service worker in Chromium", async (context) => {
    const { url } = await serveSite('same-answers');
    const { page, complaints } = await openPage(await openBrowser(context), url);
    expect(await page.evaluate(() => window.converse())).toEqual(await direct());
    expect(complaints).toEqual([]);
  });

  test('over real HTTP, but for the headers of the connection and of CORS', async () => {
    const mock = startMock();
    const server = await listen(mock);
    onTestFinished(() => server.close());
    const answers = await converse(mock, fetch, server.url);

    expect(answers.map(withoutAdditions)).toEqual(await direct());
    for (const { status, headers, body, what } of answers) {
      if (status === 0) continue;
      expect(headers, what).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-expose-headers': '*',
        date: expect.any(String),
      });
      const length = status === 204 ? undefined : String(new TextEncoder().encode(body).length);
      if (!what.includes('HEAD')) expect(headers['content-length'], what).toBe(length);
    }
  });
});

/** What HTTP adds to the headers of the mock, and nothing else does. */
const additions = [
  'access-control-allow-origin',
  'access-control-expose-headers',
  'connection',
  'content-length',
  'date',
  'keep-alive',
];

function withoutAdditions({ headers, ...answer }: Answer): Answer {
  const own = Object.entries(headers).filter(([name]) => !additions.includes(name));
  return { ...answer, headers: Object.fromEntries(own) };
}
