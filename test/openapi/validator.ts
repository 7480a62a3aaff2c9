/** Validates requests and responses against the OpenAPI document with Prism, independently of the contract. */

import { type JsonSchema, rewrite } from '../../docs/generate/json-schema.ts';
import type { OpenApiDocument } from '../../docs/generate/openapi-document.ts';
import { install } from '../install.ts';

await install('bench/peers');
const { createInstance, getHttpOperationsFromSpec, logger } = await import('../../bench/peers/prism.ts');

/** A request, its response, and the problems of both. */
export interface Exchange {
  readonly operation: string;
  readonly status: number;
  /** Whether the document has a response for the status itself, not only the default response. */
  readonly documented: boolean;
  readonly requestViolations: readonly string[];
  readonly responseViolations: readonly string[];
}

/** The operations of a document, in Prism's format. */
export type Operations = Awaited<ReturnType<typeof getHttpOperationsFromSpec>>;

/** Reads a document like a program that downloads it. */
export function read(document: OpenApiDocument): Promise<Operations> {
  return getHttpOperationsFromSpec(JSON.parse(JSON.stringify(document)));
}

type Prism = ReturnType<typeof createInstance>;
type PrismRequest = Parameters<Prism['request']>[0];
type Forward = NonNullable<Parameters<typeof createInstance>[1]['forward']>;

const methods: Readonly<Record<string, PrismRequest['method']>> = {
  GET: 'get',
  POST: 'post',
  PATCH: 'patch',
  DELETE: 'delete',
};

/** Wraps a `fetch` with Prism as a validating proxy that records the problems. */
export function validating(operations: Operations, next: typeof fetch) {
  const exchanges: Exchange[] = [];

  async function validatingFetch(input: Request | URL | string, init?: RequestInit): Promise<Response> {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    const text = await request.clone().text();
    const method = methods[request.method];
    if (!method) throw new Error(`no operation is a ${request.method}`);

    const response = await next(request);
    const received: unknown = await response.clone().json();
    let operation: Operations[number] | undefined;
    const forward: Forward = (_input, _baseUrl, _upstreamProxy, resource) => {
      operation = resource;
      const output = { statusCode: response.status, headers: Object.fromEntries(response.headers), body: received };
      return () => async () => ({ _tag: 'Right', right: output });
    };
    const config = {
      isProxy: true,
      upstream: new URL('http://upstream.invalid'),
      upstreamProxy: undefined,
      validateRequest: true,
      validateResponse: true,
      checkSecurity: true,
      errors: false,
      mock: { dynamic: false },
    } as const;
    const prism = createInstance(config, { logger, forward });
    const outcome = await prism.request(
      {
        method,
        url: { path: pathname, query: Object.fromEntries(searchParams) },
        headers: Object.fromEntries(request.headers),
        ...(text && { body: JSON.parse(text) }),
      },
      operations,
    )();
    if (outcome._tag === 'Left') throw outcome.left;
    if (!operation) throw new Error(`the document has no ${request.method} ${pathname}`);
    const { input: inRequest, output: inResponse } = outcome.right.validations;
    exchanges.push({
      operation: operation.iid ?? operation.id,
      status: response.status,
      documented: operation.responses.some(({ code }) => code === String(response.status)),
      requestViolations: inRequest.map(({ message }) => message),
      responseViolations: inResponse.map(({ message }) => message),
    });
    return response;
  }

  return { fetch: validatingFetch, exchanges };
}

/** The document with closed responses: only named fields and enum values are valid. */
export function closed(document: OpenApiDocument): OpenApiDocument {
  const schemas = Object.fromEntries(
    Object.entries(document.components.schemas).map(([name, schema]) => [name, rewrite(schema, close)]),
  );
  return { ...document, components: { ...document.components, schemas } };
}

function close({ anyOf, ...schema }: JsonSchema): JsonSchema {
  const isEnum = anyOf?.some((branch) => branch.enum);
  return {
    ...(schema.properties && { additionalProperties: false }),
    ...schema,
    ...(anyOf && { anyOf: isEnum ? anyOf.filter((branch) => branch.type !== 'string' || branch.enum) : anyOf }),
  };
}
