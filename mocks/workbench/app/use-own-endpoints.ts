import { useMemo } from 'preact/hooks';
import * as z from 'zod/mini';
import type { ControlOperation } from '../../control-api/routes/operations.ts';
import type { OwnEndpoint } from '../code/resources.ts';
import { fieldsFromJsonSchema } from '../schema-form/from-json-schema.ts';
import { useApp } from './context.ts';
import { useLoaded } from './use-loaded.ts';

/** Returns the operations that only this mock has. Other programs can change them. Undefined until they are known. */
export function useOwnOperations(): readonly ControlOperation[] | undefined {
  const { session } = useApp();
  return useLoaded(() => session.control.call('GET /operations'), [session.settingsVersion.value])?.operations;
}

/**
 * Returns the operations that only this mock has. Their schemas may accept more than the mock. Undefined until they are
 * known.
 */
export function useOwnEndpoints(): readonly OwnEndpoint[] | undefined {
  const listed = useOwnOperations()?.map(({ data: _, ...operation }) => operation);
  // Equal operations are the same objects: the forms of the explorer depend on them.
  return useMemo(() => listed?.map(toEndpoint), [JSON.stringify(listed)]);
}

function toEndpoint({ name, method, path, permission, hasBrackets, hasQuery, hasBody, ...given }: ControlOperation) {
  const { querySchema = {}, bodySchema = {} } = given;
  const endpoint: OwnEndpoint = {
    name: name as OwnEndpoint['name'],
    // No operation of the contract has the method PUT.
    method: method as OwnEndpoint['method'],
    path: path as OwnEndpoint['path'],
    permission,
    hasBrackets,
    errors: [],
    response: z.unknown(),
    ...(hasQuery && { query: z.looseObject(fieldsFromJsonSchema({ ...querySchema }, false)) }),
    ...(hasBody && { body: z.looseObject(fieldsFromJsonSchema({ ...bodySchema }, false)) }),
  };
  return endpoint;
}
