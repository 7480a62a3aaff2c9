import { useMemo } from 'preact/hooks';
import * as z from 'zod/mini';
import type { ListedOperation } from '../../operations/fixed-operation.ts';
import type { OwnEndpoint } from '../code/resources.ts';
import { useApp } from './context.ts';
import { useLoaded } from './use-loaded.ts';

/** Returns the operations that only this mock has. Other programs can change them. Undefined until they are known. */
export function useOwnOperations(): readonly ListedOperation[] | undefined {
  const { session } = useApp();
  return useLoaded(() => session.control.call('GET /operations'), [session.settingsVersion.value])?.operations;
}

/** Returns the operations that only this mock has. Their schemas accept everything. Undefined until they are known. */
export function useOwnEndpoints(): readonly OwnEndpoint[] | undefined {
  const listed = useOwnOperations()?.map(({ data: _, ...operation }) => operation);
  // Equal operations are the same objects: the forms of the explorer depend on them.
  return useMemo(() => listed?.map(toEndpoint), [JSON.stringify(listed)]);
}

function toEndpoint({ name, method, path, permission, hasBrackets, hasQuery, hasBody }: ListedOperation): OwnEndpoint {
  const anything = z.looseObject({});
  return {
    name: name as OwnEndpoint['name'],
    // No operation of the contract has the method PUT.
    method: method as OwnEndpoint['method'],
    path: path as OwnEndpoint['path'],
    permission,
    hasBrackets,
    resource: '',
    errors: [],
    response: z.unknown(),
    ...(hasQuery && { query: anything }),
    ...(hasBody && { body: anything }),
  };
}
