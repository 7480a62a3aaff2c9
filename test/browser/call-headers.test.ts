import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { serveUntilTestEnds } from '../serve-until-test-ends.ts';
import { openBrowser, openPage, serveSite } from './site.ts';

/** Responds with 503 once, and allows pages only the headers that the specification names. */
function respond({ method }: IncomingMessage, response: ServerResponse, attempt: number): void {
  response.setHeader('access-control-allow-origin', '*');
  if (method === 'OPTIONS') {
    response.writeHead(204, { 'access-control-allow-headers': 'authorization, content-type' }).end();
  } else if (attempt === 1) {
    response.writeHead(503, { 'retry-after': '0', 'access-control-expose-headers': 'retry-after' }).end();
  } else {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true,"data":[]}');
  }
}

test('a page can repeat a call to a service that does not allow the headers of a call', async (context) => {
  const attempts: IncomingMessage[] = [];
  const service = createServer((request, response) => {
    if (request.method === 'GET') attempts.push(request);
    respond(request, response, attempts.length);
  });
  const baseUrl = await serveUntilTestEnds(service);
  const { url } = await serveSite();
  const { page } = await openPage(await openBrowser(context), url);
  const call = (callHeaders?: boolean) =>
    page.evaluate(
      (options) => window.reasonOf(window.connect({ apiToken: 'dev', maxRetries: 1, ...options }).paymentTerms.list()),
      { baseUrl, callHeaders },
    );
  expect(await call()).toBe('nothing');
  expect(attempts).toHaveLength(2);
  expect(attempts.flatMap(({ headers }) => Object.keys(headers).filter((name) => name.startsWith('x-')))).toEqual([]);
  expect(await call(true)).toContain('Browsers do not say why: check CORS');
  expect(attempts).toHaveLength(2);
});
