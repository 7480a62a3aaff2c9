import { readFileSync } from 'node:fs';
import { getHttpOperationsFromSpec } from '@stoplight/prism-http';
import { createServer } from '@stoplight/prism-http-server';
import { requests } from '../mock/subjects/masterdata-sdk.ts';
import type { Serve } from '../mock/subjects/subject.ts';

export { createInstance, getHttpOperationsFromSpec } from '@stoplight/prism-http';

/** Replaces Prism's pino log. */
export const logger = { debug() {}, info() {}, warn() {}, error() {}, success() {}, child: () => logger };

/** Starts Prism with the OpenAPI document. It returns examples, which are random if `dynamic` is true. */
export async function startPrism(dynamic: boolean): Promise<{ readonly url: string; close(): Promise<unknown> }> {
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
      mock: { dynamic },
      upstreamProxy: undefined,
    },
  });
  return { url: await server.listen(0, '127.0.0.1'), close: () => server.close() };
}

/** Returns the examples of the document for every id, and stores nothing. */
export const serve: Serve = async () => {
  const { url } = await startPrism(false);
  return { port: Number(new URL(url).port), request: requests({ token: 'prism' }) };
};
