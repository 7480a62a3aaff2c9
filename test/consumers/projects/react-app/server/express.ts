import express from 'express';
import { forward } from './forward.ts';

export const app = express();

// Authenticate the visitor first: the proxy acts with your token.
app.all('/masterdata/api/*path', express.text({ type: '*/*' }), async (request, response) => {
  const { method, originalUrl, body } = request;
  const headers = { 'content-type': request.get('content-type') ?? '' };
  const url = new URL(originalUrl, 'http://app');
  if (!url.pathname.startsWith('/masterdata/api/')) return response.sendStatus(404); // ../ in the path
  const result = await forward(new Request(url, { method, headers, body: body || null }));
  response
    .status(result.status)
    .setHeaders(result.headers)
    .end(await result.text());
});
