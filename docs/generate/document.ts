/** Puts the OpenAPI document together. */

import { policyValues } from '../../mocks/controls/policies.ts';
import packageJson from '../../package.json' with { type: 'json' };
import { type ApiErrorName, type ApiErrorSpec, apiErrors } from '../../src/contract/errors.ts';
import { undocumentedOperations } from '../../src/contract/undocumented-operations.ts';
import { type Comments, readComments } from './comments.ts';
import { meanings } from './error-descriptions.ts';
import { type Answer, examplesOf, type OperationExamples, rateLimitExample } from './examples.ts';
import type { JsonSchema } from './json-schema.ts';
import { type Operation, operationsOf } from './operations.ts';
import { type PolicyName, policiesOfBody, policiesOfCondition, statusOf, successOf } from './policies.ts';
import { type DocumentSchemas, documentSchemas } from './schemas.ts';

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

/** Makes the document. The same sources make the same document. */
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
      {
        url: '{baseUrl}',
        description: 'The service.',
        variables: { baseUrl: { default: 'https://api.example.com', description: 'Where the service is.' } },
      },
      {
        url: 'http://127.0.0.1:{port}',
        description: 'The mock on this machine, as `npx masterdata-sdk mock` starts it.',
        variables: { port: { default: '4010', description: 'The port that it listens on.' } },
      },
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
          ...refusal(['unauthorized'], shared?.refusals),
          headers: { 'WWW-Authenticate': { description: 'The scheme: `Bearer`.', schema: { type: 'string' } } },
        },
        Forbidden: refusal(['forbidden'], shared?.refusals),
        RateLimited: rateLimited(await rateLimitExample()),
        Error: { description: 'Any other refusal.', content: errorContent({}) },
      },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An opaque API token, typically 64 to 128 characters, made in the dashboard. It is bound to one workspace: ' +
            'every operation reads and writes that workspace alone.',
        },
      },
    },
    'x-not-shown': undocumentedOperations.map(({ name, method, path }) => ({ name, method, path })),
    'x-policies': policies(comments),
  };
}

function introduction(): string {
  const notShown = undocumentedOperations.map(({ name, method, path }) => `- ${name} (\`${method} ${path}\`)`);
  return [
    'Commercial master data of a workspace, as JSON over HTTP. Successful answers are `{ "success": true, "data": … }`; ' +
      'refusals are `{ "success": false, "error": "…", "details": … }`, where `details` is there only for some, in one of ' +
      'three shapes.',
    'A PATCH changes what is sent and nothing else; `null` clears a field that can be `null`. Groups of products and ' +
      'prices go into a body as flat keys with brackets, such as `shipping[weight]`, and come back as objects.',
    'Answers may have more fields, and enums in answers more values, than are named here.',
    '## What the specification does not show',
    'The specification of the service leaves things open, success statuses and most error statuses among them. What ' +
      'stands here in their place is what the mock server of `masterdata-sdk` answers by default; `x-policy` names the ' +
      'policies of the mock that decide it, `x-policies` lists them with their values. `x-permission` is the permission ' +
      'that the mock asks for: the specification names none.',
    'These operations exist, but the specification shows nothing of them, so they are not among the paths; `x-not-shown` ' +
      'lists them with the paths that their neighbours suggest:',
    notShown.join('\n'),
  ].join('\n\n');
}

function policies(comments: Comments) {
  return Object.fromEntries([
    ...Object.entries(policyValues).map(([name, values]) => [
      name,
      { description: comments.policy(name), default: values[0], values },
    ]),
    ['rateLimit', { description: comments.policy('rateLimit'), default: 'off' }],
  ]);
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

function responsesOf(operation: Operation, schemas: DocumentSchemas, { answer, refusals }: OperationExamples) {
  const { endpoint } = operation;
  const success = successOf(endpoint);
  // Conditions that share a status share a response.
  const byStatus = new Map<number, ApiErrorName[]>();
  for (const condition of endpoint.errors) {
    const { status } = statusOf(condition);
    byStatus.set(status, [...(byStatus.get(status) ?? []), condition]);
  }
  return {
    [success.status]: {
      description: 'Success.',
      ...policy(success.policies),
      content: { 'application/json': { schema: schemas.answer(operation), example: answer.body } },
    },
    ...Object.fromEntries([...byStatus].map(([status, conditions]) => [status, refusal(conditions, refusals)])),
    '401': { $ref: '#/components/responses/Unauthorized' },
    '403': { $ref: '#/components/responses/Forbidden' },
    '429': { $ref: '#/components/responses/RateLimited' },
    default: { $ref: '#/components/responses/Error' },
  };
}

function refusal(conditions: readonly ApiErrorName[], examples: OperationExamples['refusals'] = {}) {
  const answers = Object.fromEntries(conditions.flatMap((condition) => Object.entries(examples[condition] ?? {})));
  return {
    description: conditions
      .map((condition) =>
        statusOf(condition).stated
          ? meanings[condition]
          : `${meanings[condition]} The specification states no status for it.`,
      )
      .join(' '),
    'x-conditions': conditions.map((condition) => {
      const { code, error }: ApiErrorSpec = apiErrors[condition];
      return { code, ...(error && { error }), status: statusOf(condition).stated ? 'stated' : 'not stated' };
    }),
    ...policy(conditions.flatMap(policiesOfCondition)),
    content: errorContent(answers),
  };
}

function rateLimited(answer: Answer) {
  const header = (description: string) => ({ description, schema: { type: 'string' } });
  return {
    description:
      'The workspace has made too many calls. The specification says that there are limits, and shows neither their ' +
      'values nor this answer.',
    ...policy(['rateLimit']),
    headers: { 'Retry-After': header('Seconds until a call may succeed.') },
    content: errorContent({ 'too many calls': answer }),
  };
}

function errorContent(answers: Readonly<Record<string, Answer>>) {
  const examples = Object.fromEntries(
    Object.entries(answers).map(([name, { body }]) => [slug(name), { summary: name, value: body }]),
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

/** A key as OpenAPI allows them. */
function slug(name: string): string {
  return name.replaceAll(/[^A-Za-z0-9]+/g, '-');
}
