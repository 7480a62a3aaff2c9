import { readFile } from 'node:fs/promises';
import { operationNames, operations } from '../../src/contract/operations.ts';
import { listValid } from '../../src/contract/unknown-name.ts';
import { root as controlRoot } from '../control-api/define-routes.ts';
import type { ListedOperation } from '../operations/fixed-operation.ts';
import type { McpSession } from './session.ts';

/** An operation of the specification, or one that only the mock has. */
interface FoundOperation extends Pick<ListedOperation, 'method' | 'path' | 'permission' | 'hasBrackets'> {
  readonly isOwn: boolean;
}

/** Returns the operations that the mock has in addition to those of the specification. */
async function readOwnOperations({ control }: McpSession): Promise<readonly ListedOperation[]> {
  return (await control.call('GET /operations')).operations;
}

/** @throws A TypeError if neither the specification nor the mock has an operation with this name. */
export async function findOperation(name: string, session: McpSession): Promise<FoundOperation> {
  const specified = operations.find((operation) => operation.name === name);
  if (specified) return { ...specified, isOwn: false, hasBrackets: true };
  const own = await readOwnOperations(session);
  const found = own.find((operation) => operation.name === name);
  if (found) return { ...found, isOwn: true };
  const names = [...operationNames, ...own.map((operation) => operation.name)];
  throw new TypeError(`Unknown operation "${name}".${listValid('operations', name, names)}`);
}

/** The parts of an OpenAPI document that describe operations. */
interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses?: Readonly<Record<string, { readonly description: string }>>;
  };
}

interface OpenApiOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly description: string } | { readonly $ref: string }>>;
}

async function readOpenApi(): Promise<OpenApiDocument> {
  // The name of the package, because the sources and the built files are in different directories.
  return JSON.parse(await readFile(new URL(import.meta.resolve('masterdata-sdk/openapi.json')), 'utf8'));
}

/** Reads the document of the control API. It also describes the mock's own operations, with inline schemas. */
async function readOwnOpenApi({ control }: McpSession): Promise<OpenApiDocument> {
  return (await control.call('GET /openapi.json')) as unknown as OpenApiDocument;
}

/** Returns the operations of the API by their names. A route of the control API may have the same name. */
function operationsIn({ paths }: OpenApiDocument): ReadonlyMap<string, OpenApiOperation> {
  const described = Object.entries(paths).filter(([path]) => !path.startsWith(controlRoot));
  return new Map(
    described.flatMap(([, methods]) => Object.values(methods).map((operation) => [operation.operationId, operation])),
  );
}

/** Lists the operations in short: those of the specification, and the mock's own. */
export async function listOperations(session: McpSession) {
  // The operations of the specification are known without a mock.
  const [document, own] = await Promise.all([readOpenApi(), readOwnOperations(session).catch(() => [])]);
  const described = operationsIn(document);
  return [...operations, ...own].map(({ name, method, path }) => ({
    operation: name,
    method,
    path,
    summary: described.get(name)?.summary ?? 'An operation that the specification does not document.',
  }));
}

/**
 * Describes an operation, with the schemas that it refers to.
 *
 * @throws A TypeError if neither the specification nor the mock has an operation with this name.
 */
export async function describeOperation(name: string, session: McpSession) {
  const { method, path, permission, isOwn } = await findOperation(name, session);
  const document = isOwn ? await readOwnOpenApi(session) : await readOpenApi();
  const found = operationsIn(document).get(name);
  if (!found) throw new Error(`${name}: the OpenAPI document does not describe this operation`);
  const { components } = document;
  const { summary, description, parameters, requestBody, responses } = found;
  const statuses = Object.entries(responses);
  const isSuccess = ([status]: readonly [string, unknown]) => status.startsWith('2');
  const parts = {
    parameters,
    requestBody,
    responses: Object.fromEntries(statuses.filter(isSuccess)),
  };
  return {
    operation: name,
    method,
    path,
    permission,
    summary,
    description,
    ...parts,
    errors: Object.fromEntries(
      statuses
        .filter((entry) => !isSuccess(entry))
        .map(([status, response]) => [
          status,
          'description' in response
            ? response.description
            : components.responses?.[response.$ref.replace(/.*\//, '')]?.description,
        ]),
    ),
    schemas: referenced(parts, components.schemas),
  };
}

/** Returns the schemas that a value refers to, directly or not. */
function referenced(value: unknown, schemas: OpenApiDocument['components']['schemas']): Record<string, object> {
  const found: Record<string, object> = {};
  const visit = (part: unknown): void => {
    for (const [, name = ''] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const schema = schemas[name];
      if (!schema || name in found) continue;
      found[name] = schema;
      visit(schema);
    }
  };
  visit(value);
  return found;
}
