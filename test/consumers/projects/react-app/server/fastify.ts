import fastify from 'fastify';
import { forward } from './forward.ts';

export const app = fastify();

// The proxy forwards the body as it is.
app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

// Authenticate the visitor first: the proxy acts with your token.
app.all('/masterdata/api/*', (request, reply) => {
  const { method, url, body } = request;
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const { href, pathname } = new URL(url, 'http://app');
  if (!pathname.startsWith('/masterdata/api/')) return reply.code(404).send(); // ../ in the path
  return forward(new Request(href, { method, headers, body: body ? String(body) : null }));
});
