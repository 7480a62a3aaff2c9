import * as z from 'zod/mini';
import { type ApiErrorName, type ApiErrorSpec, apiErrors } from '../../src/contract/errors.ts';
import { unknownRecord } from '../../src/contract/fields.ts';
import { undocumentedOperations } from '../../src/contract/undocumented-operations.ts';
import { type Comments, readComments } from './comments.ts';
import { fieldText, isNullable } from './field-text.ts';
import { propertiesOf } from './json-schema.ts';
import { checkedSentences, generalRules, rulesOfOperation } from './kit-coverage.ts';
import { anchor, code, table, withGenerated } from './markdown.ts';
import { narrowerChecks } from './narrower-checks.ts';
import { type DocumentSchemas, documentSchemas } from './openapi-schemas.ts';
import { type Operation, operationsOf } from './operations.ts';
import { generalPolicies, policiesOf, statusOf } from './policies.ts';
import { recordOf } from './record-fields.ts';
import { requestFields } from './request-fields.ts';

/** Returns docs/coverage.md with its generated part replaced. */
export function withCoverage(page: string, comments: Comments = readComments()): string {
  return withGenerated(page, coverage(comments));
}

function coverage(comments: Comments): string {
  const operations = operationsOf(comments);
  const schemas = documentSchemas(comments);
  return [
    `## All ${operations.length} operations`,
    table(
      ['operation', 'specified', 'not specified'],
      operations.map((operation) => row(operation, schemas)),
    ),
    'The sections below list the fields of each operation, the [policies](policies.md) that affect it in the mock, and ' +
      'the rules of the [conformance kit](conformance.md) that check it.',
    `These policies affect every operation: ${generalPolicies.map(code).join(', ')}.`,
    'The kit validates every response against the contract: fields, types, null, the envelope. It also checks these ' +
      `rules for every operation: ${generalRules.map(code).join(', ')}.`,
    ...operations.flatMap((operation) => section(operation, schemas)),
    '## What the conformance kit checks',
    'The table lists each sentence of the specification, and the rules and policies that check it, or the reason why none ' +
      'can. `contract` is the validation of every response against the schema of its operation.',
    table(
      ['section', 'sentence', 'checked by'],
      checkedSentences().map(({ section, text, checks, reason }) => [
        section,
        escapeTags(text),
        reason ?? checks.map(code).join(', '),
      ]),
    ),
    '## Where a check is narrower than a sentence',
    'The mock checks these formats in requests and in its rows, and the client checks them if it ' +
      '[validates](client.md#validation). Each check accepts less than its sentence could mean.',
    table(
      ['sentence', 'accepted', 'rejected'],
      narrowerChecks.map(({ sentence, accepts, rejects }) => [
        sentence,
        accepts,
        rejects.map(([kind, ...examples]) => `${kind} (${examples.map(code).join(', ')})`).join('; '),
      ]),
    ),
    'A timestamp without an offset is in UTC. The mock stores and returns timestamps in UTC, in the years 0 to 9999. In ' +
      'the OpenAPI document, they have the format `date-time`, which requires an offset. A number must be one that ' +
      'JavaScript can represent: `1e400` is rejected.',
    `## The ${undocumentedOperations.length} undocumented operations`,
    'The specification mentions these operations without describing them. The mock returns 501 for them, unless you ' +
      '[add them](own-operations.md). The methods and paths in this table follow the pattern of similar ' +
      'operations. To type such a call, [define the operation](own-operations.md#define-an-operation-once).',
    table(
      ['operation', 'method and path', 'mock', 'client'],
      undocumentedOperations.map(({ name, method, path }) => [
        name,
        code(`${method} ${path}`),
        `501, \`Not shown in the specification: ${name} …\``,
        code(`client.request({ method: '${method}', path: '${path.replace('{id}', '…')}' })`),
      ]),
    ),
  ].join('\n\n');
}

/** Escapes what a page would read as a tag, except in code. */
function escapeTags(text: string): string {
  return text
    .split('`')
    .map((part, index) => (index % 2 === 0 ? part.replaceAll('<', '&lt;') : part))
    .join('`');
}

function row(operation: Operation, schemas: DocumentSchemas): string[] {
  const { endpoint } = operation;
  return [
    `[${endpoint.name}](${anchor(endpoint.name)})<br>${code(`${endpoint.method} ${endpoint.path}`)}`,
    [requestSummary(operation, schemas), responseSummary(operation), `errors: ${specifiedErrors(operation)}`].join(
      '; ',
    ),
    notShown(operation, schemas).join('; '),
  ];
}

function section(operation: Operation, schemas: DocumentSchemas): string[] {
  const { endpoint, method } = operation;
  const fields = requestFields(operation, schemas);
  const record = schemas.components[recordOf(operation)];
  const fieldsOfRecord = record ? propertiesOf(record) : [];
  const optional = fieldsOfRecord.filter(([name]) => !record?.required?.includes(name)).map(([name]) => code(name));
  const nullable = fieldsOfRecord.filter(([, field]) => isNullable(field)).map(([name]) => code(name));
  return [
    `### ${endpoint.name}`,
    `${code(`${endpoint.method} ${endpoint.path}`)} is ${code(method.call)}, and needs the permission ${code(endpoint.permission)}.`,
    fields.length > 0
      ? table(
          [endpoint.body ? 'key in the body' : 'query parameter', 'required', 'nullable', 'type'],
          fields.map(({ name, required, schema }) => [
            code(name),
            required ? 'yes' : '',
            isNullable(schema) ? 'yes' : '',
            fieldText(schema),
          ]),
        )
      : 'Has no body and no query.',
    ...(endpoint.immutable ? [`These fields cannot be changed: ${endpoint.immutable.map(code).join(', ')}.`] : []),
    fieldsOfRecord.length > 0
      ? `Returns ${code(method.returns)}: ${fieldsOfRecord.map(([name]) => code(name)).join(', ')}.${
          nullable.length > 0 ? ` Nullable: ${nullable.join(', ')}.` : ''
        }${optional.length > 0 ? ` Optional: ${optional.join(', ')}.` : ''}`
      : `Returns ${code(method.returns)}. The specification does not show its fields.`,
    `Policies: ${policiesOf(endpoint).map(code).join(', ')}.`,
    `Rules of the kit: ${rulesOfOperation(endpoint.name).map(code).join(', ')}.`,
  ];
}

function requestSummary(operation: Operation, schemas: DocumentSchemas): string {
  const fields = requestFields(operation, schemas);
  const required = fields.filter((field) => field.required);
  if (fields.length === 0) return 'no body';
  const what = operation.endpoint.body ? 'body' : 'query';
  const optional = fields.length - required.length;
  return `${what}: ${required.length > 0 ? `${required.length} required, ` : ''}${optional} optional`;
}

function responseSummary({ endpoint, method }: Operation): string {
  return isOpen(endpoint.response) ? 'only the path' : `returns ${code(method.returns)}`;
}

/** Returns the errors whose status the specification states. */
function specifiedErrors({ endpoint }: Operation): string {
  const conditions: readonly ApiErrorName[] = ['unauthorized', 'forbidden', ...endpoint.errors];
  return conditions
    .flatMap((condition) => {
      const { status, error }: ApiErrorSpec = apiErrors[condition];
      return status === undefined
        ? []
        : [error === undefined || condition === 'forbidden' ? String(status) : `${status} ${code(error)}`];
    })
    .join(', ');
}

const unstated: Partial<Record<ApiErrorName, string>> = {
  validation: 'status of a validation error',
  invalidId: 'status of a malformed id',
  notFound: 'status of a record that is not found',
  duplicateApiName: 'status of a duplicate `api_name`',
};

/** Returns the gaps of the specification, except the status of a success, which it never states. */
function notShown(operation: Operation, schemas: DocumentSchemas): string[] {
  const { endpoint } = operation;
  const isList = endpoint.response instanceof z.ZodMiniArray;
  const anything = requestFields(operation, schemas).filter(({ schema }) => fieldText(schema).endsWith('anything'));
  return [
    ...(isOpen(endpoint.response) ? ['response'] : []),
    ...(endpoint.name === 'products.create' ? ['required fields beyond those of the product parent'] : []),
    ...anything.map(({ name }) => `type of ${code(name)}`),
    ...(isList ? [endpoint.query ? 'sorting, paging, other filters' : 'sorting, paging, filters'] : []),
    ...endpoint.errors.flatMap((condition) => (statusOf(condition).stated ? [] : (unstated[condition] ?? []))),
    ...(endpoint.body && !endpoint.errors.includes('productPatchValidation') ? ['handling of unknown fields'] : []),
  ];
}

/** Whether the specification does not show the fields of the record or of the list's records. */
function isOpen(response: z.ZodMiniType): boolean {
  return response === unknownRecord || (response instanceof z.ZodMiniArray && response.def.element === unknownRecord);
}
