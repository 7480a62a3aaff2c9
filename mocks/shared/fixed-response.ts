import type { OperationDefinition } from '../../src/contract/define-operation.ts';
import type { StandardSchema } from '../../src/contract/standard-schema.ts';

/** An operation whose response always has the same data. */
interface OperationWithData extends Pick<OperationDefinition, 'method' | 'path'> {
  readonly name?: string | undefined;
  readonly data: unknown;
}

/** Returns the definition of an operation with a fixed response. Its schemas accept everything. */
export function definitionOf({ name = '', method, path, data }: OperationWithData): OperationDefinition {
  const body = method === 'GET' ? undefined : acceptAll({});
  return { name, method, path, body, response: acceptAll({ examples: [data] }) };
}

/** @param jsonSchema The description for the OpenAPI document. */
function acceptAll(jsonSchema: object): StandardSchema {
  const properties = { validate: (value: unknown) => ({ value }), jsonSchema: { input: () => jsonSchema } };
  return { '~standard': properties };
}
