import { readFileSync } from 'node:fs';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { requests } from './masterdata-sdk.ts';
import type { Serve } from './subject.ts';

/** Replaces Prism's pino log. */
const logger = { debug() {}, info() {}, warn() {}, error() {}, success() {}, child: () => logger };

/** Returns the examples of the document for every id, and stores nothing. */
export const serve: Serve = async () => {
  const document: object = JSON.parse(readFileSync('dist/openapi.json', 'utf8'));
  const server = createServer(await getHttpOperationsFromSpec(document), {
    components: { logger },
    cors: false,
    config: {
      isProxy: false,
      checkSecurity: true,
      validateRequest: true,
      validateResponse: false,
      errors: false,
      mock: { dynamic: false },
      upstreamProxy: undefined,
    },
  });
  const url = await server.listen(0, '127.0.0.1');
  return { port: Number(new URL(url).port), request: requests({ token: 'prism' }) };
};
