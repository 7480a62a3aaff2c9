import { type PolicyName, policyDefaults } from '../../mocks/controls/policies.ts';
import { describePolicies } from '../../mocks/controls/policy-descriptions.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { type ApiErrorName, type ApiErrorSpec, apiErrors } from '../../src/contract/errors.ts';
import { undocumentedOperations } from '../../src/contract/undocumented-operations.ts';
import { type Comments, readComments } from './comments.ts';
import { errorDescriptions } from './error-descriptions.ts';
import { type ExampleResponse, examplesOf, type OperationExamples, rateLimitExample } from './example-responses.ts';
import type { JsonSchema } from './json-schema.ts';
import { type DocumentSchemas, documentSchemas } from './openapi-schemas.ts';
import { type Operation, operationsOf } from './operations.ts';
import { policiesOfBody, policiesOfCondition, policiesOfResponse, statusOf, successStatusOf } from './policies.ts';

/** An OpenAPI 3.1 document. */
export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: object;
  readonly servers: readonly object[];
  readonly security: readonly object[];
  readonly tags: readonly object[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, object>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>;
    readonly responses: Readonly<Record<string, object>>;
    readonly securitySchemes: Readonly<Record<string, object>>;
  };
  readonly 'x-not-shown': readonly object[];
  readonly 'x-policies': object;
}

/** Creates the document. The same sources produce the same document. */
export async function openApiDocument(comments: Comments = readComments()): Promise<OpenApiDocument> {
  const operations = operationsOf(comments);
  const schemas = documentSchemas(comments);
  const paths: Record<string, Record<string, object>> = {};
  let shared: OperationExamples | undefined;
  for (const operation of operations) {
    const examples = await examplesOf(operation);
    shared ??= examples;
    const { method, path } = operation.endpoint;
    paths[path] = { ...paths[path], [method.toLowerCase()]: describeOperation(operation, schemas, examples) };
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Commercial Master-Data API',
      version: packageJson.version,
      summary: 'Customers, contacts, addresses, catalogs, categories, product parents, products and prices.',
      description: introduction(),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [
      // Without variables, because many tools do not replace them.
      { url: 'https://masterdata.example', description: 'An example. Replace it with the base URL of the service.' },
      { url: 'http://127.0.0.1:4010', description: 'The mock on this machine, started by `npx masterdata-sdk mock`.' },
    ],
    security: [{ token: [] }],
    tags: [...new Set(operations.map(({ resource }) => resource))].map((name) => ({
      name,
      description: comments.resource(name),
    })),
    paths,
    components: {
      schemas: schemas.components,
      responses: {
        Unauthorized: {
          ...errorResponse(['unauthorized'], shared?.errors),
          headers: { 'WWW-Authenticate': { description: 'The scheme: `Bearer`.', schema: { type: 'string' } } },
        },
        Forbidden: errorResponse(['forbidden'], shared?.errors),
        RateLimited: rateLimited(await rateLimitExample()),
        Error: { description: 'Any other error.', content: errorContent({}) },
      },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An opaque API token, typically 64 to 128 characters, created in the dashboard. It belongs to one workspace: ' +
            'every operation reads and writes only that workspace.',
        },
      },
    },
    'x-not-shown': undocumentedOperations.map(({ name, method, path }) => ({ name, method, path })),
    'x-policies': policies(),
  };
}

function introduction(): string {
  const notShown = undocumentedOperations.map(({ name, method, path }) => `- ${name} (\`${method} ${path}\`)`);
  return [
    'Commercial master data of a workspace, as JSON over HTTP. A successful response is ' +
      '`{ "success": true, "data": … }`. An error response is `{ "success": false, "error": "…", "details": … }`. Only ' +
      'some errors have `details`, in one of three shapes.',
    'A PATCH changes only the fields that it contains. `null` clears a nullable field. In request bodies, groups of ' +
      'products and prices are flat bracketed keys such as `shipping[weight]`. In responses they are objects.',
    'Responses may have additional fields, and enums in responses additional values.',
    '## Undocumented behavior',
    'The specification of the service leaves some behavior open, including the status of a success and of most errors. ' +
      'This document describes the defaults of the mock server of `masterdata-sdk` instead. `x-policy` names the ' +
      'policies of the mock that decide it, and `x-policies` lists all policies with their values. `x-permission` is ' +
      'the permission that the mock requires: the specification names none.',
    'These operations exist, but the specification does not describe them, so they are not among the paths. ' +
      '`x-not-shown` lists them with the paths that similar operations suggest:',
    notShown.join('\n'),
  ].join('\n\n');
}

function policies() {
  return Object.fromEntries(describePolicies(policyDefaults).map(({ name, value: _, ...policy }) => [name, policy]));
}

function describeOperation(operation: Operation, schemas: DocumentSchemas, examples: OperationExamples): object {
  const { endpoint, resource, method } = operation;
  const [summary = '', rest] = /^(.+?[.:])(?:\s+(?=\p{Lu}|`)(.+))?$/su.exec(method.text)?.slice(1) ?? [];
  const parameters = parametersOf(operation, schemas, examples);
  const body = schemas.body(operation);
  return {
    operationId: endpoint.name,
    tags: [resource],
    summary: summary.replace(/\.$/, ''),
    ...(rest && { description: rest }),
    'x-permission': endpoint.permission,
    ...(parameters.length > 0 && { parameters }),
    ...(body && {
      requestBody: {
        required: true,
        ...(endpoint.immutable && { 'x-immutable': endpoint.immutable }),
        ...policy(policiesOfBody(endpoint)),
        content: { 'application/json': { schema: body, example: examples.body } },
      },
    }),
    responses: responsesOf(operation, schemas, examples),
  };
}

function parametersOf({ endpoint }: Operation, schemas: DocumentSchemas, { params, query }: OperationExamples) {
  const inPath = Object.entries(params).map(([name, example]) => ({
    name,
    in: 'path',
    required: true,
    description: `UUID of the ${name === 'id' ? endpoint.resource.toLowerCase() : name.replace(/_id$/, '')}.`,
    schema: { type: 'string', format: 'uuid' },
    example,
  }));
  const inQuery = schemas.query({ endpoint }).map(({ name, required, schema: { description, ...schema } }) => ({
    name,
    in: 'query',
    required,
    description,
    schema,
    example: query[name],
  }));
  return [...inPath, ...inQuery];
}

function responsesOf(operation: Operation, schemas: DocumentSchemas, { response, errors }: OperationExamples) {
  const { endpoint } = operation;
  // OpenAPI has one response per status.
  const byStatus = new Map<number, ApiErrorName[]>();
  for (const condition of endpoint.errors) {
    const { status } = statusOf(condition);
    byStatus.set(status, [...(byStatus.get(status) ?? []), condition]);
  }
  return {
    [successStatusOf(endpoint)]: {
      description: 'Success.',
      ...policy(policiesOfResponse(endpoint)),
      content: { 'application/json': { schema: schemas.response(operation), example: response.body } },
    },
    ...Object.fromEntries([...byStatus].map(([status, conditions]) => [status, errorResponse(conditions, errors)])),
    '401': { $ref: '#/components/responses/Unauthorized' },
    '403': { $ref: '#/components/responses/Forbidden' },
    '429': { $ref: '#/components/responses/RateLimited' },
    default: { $ref: '#/components/responses/Error' },
  };
}

function errorResponse(conditions: readonly ApiErrorName[], examples: OperationExamples['errors'] = {}) {
  const responses = Object.fromEntries(conditions.flatMap((condition) => Object.entries(examples[condition] ?? {})));
  return {
    description: conditions
      .map((condition) =>
        statusOf(condition).stated
          ? errorDescriptions[condition]
          : `${errorDescriptions[condition]} The specification does not state its status.`,
      )
      .join(' '),
    'x-conditions': conditions.map((condition) => {
      const { code, error }: ApiErrorSpec = apiErrors[condition];
      return { code, ...(error && { error }), status: statusOf(condition).stated ? 'stated' : 'not stated' };
    }),
    ...policy(conditions.flatMap(policiesOfCondition)),
    content: errorContent(responses),
  };
}

function rateLimited(response: ExampleResponse) {
  const header = (description: string) => ({ description, schema: { type: 'string' } });
  return {
    description:
      'The workspace sent too many requests. The specification says that there are limits, but not their values or ' +
      'this response.',
    ...policy(['rateLimit', 'rateLimitHeaders']),
    headers: { 'Retry-After': header('Seconds to wait before the next request.') },
    content: errorContent({ 'too many requests': response }),
  };
}

function errorContent(responses: Readonly<Record<string, ExampleResponse>>) {
  const examples = Object.fromEntries(
    Object.entries(responses).map(([name, { body }]) => [slug(name), { summary: name, value: body }]),
  );
  return {
    'application/json': {
      schema: { $ref: '#/components/schemas/ErrorBody' },
      ...(Object.keys(examples).length > 0 && { examples }),
    },
  };
}

function policy(names: readonly PolicyName[]): { 'x-policy'?: readonly PolicyName[] } {
  return names.length > 0 ? { 'x-policy': [...new Set(names)] } : {};
}

/** Returns a key with the characters that OpenAPI allows. */
function slug(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]+/g, '-');
}
