import { readFile } from 'node:fs/promises';
import { findOperation, type OperationName, operations } from '../../src/contract/operations.ts';

/** The parts of the package's OpenAPI document that describe operations. */
interface OpenApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
  readonly components: {
    readonly schemas: Readonly<Record<string, object>>;
    readonly responses: Readonly<Record<string, { readonly description: string }>>;
  };
}

interface OpenApiOperation {
  readonly summary: string;
  readonly description?: string;
  readonly 'x-permission': string;
  readonly parameters?: readonly object[];
  readonly requestBody?: object;
  readonly responses: Readonly<Record<string, { readonly description: string } | { readonly $ref: string }>>;
}

async function readOpenApi(): Promise<OpenApiDocument> {
  // The name of the package, because the sources and the built files are in different directories.
  return JSON.parse(await readFile(new URL(import.meta.resolve('masterdata-sdk/openapi.json')), 'utf8'));
}

/** Lists the operations in short. */
export async function listOperations() {
  const { paths } = await readOpenApi();
  return operations.map(({ name, method, path }) => ({
    operation: name,
    method,
    path,
    summary: paths[path]?.[method.toLowerCase()]?.summary,
  }));
}

/** Describes an operation, with the schemas that it refers to. */
export async function describeOperation(name: OperationName) {
  const { paths, components } = await readOpenApi();
  const { method, path } = findOperation(name);
  const found = paths[path]?.[method.toLowerCase()];
  if (!found) throw new Error(`${name}: the OpenAPI document of the package does not describe this operation`);
  const { summary, description, parameters, requestBody, responses, 'x-permission': permission } = found;
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
            : components.responses[response.$ref.replace(/.*\//, '')]?.description,
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
