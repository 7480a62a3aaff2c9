import * as z from 'zod/mini';
import type { ListedOperation } from '../../controls/fixed-operation.ts';
import type { OwnEndpoint } from '../code/resources.ts';
import { useApp } from './context.ts';
import { useLoaded } from './use-loaded.ts';

/** Returns the operations that only this mock has. Their schemas accept everything. Undefined until they are known. */
export function useOwnEndpoints(): readonly OwnEndpoint[] | undefined {
  const { session } = useApp();
  return useLoaded(async () => (await session.control.call('GET /operations')).operations.map(toEndpoint), [session]);
}

function toEndpoint({ hasQuery, hasBody, ...operation }: ListedOperation): OwnEndpoint {
  const anything = z.looseObject({});
  return {
    // No operation of the contract has the method PUT.
    ...(operation as Pick<OwnEndpoint, 'name' | 'method' | 'path' | 'permission' | 'hasBrackets'>),
    resource: '',
    errors: [],
    response: z.unknown(),
    ...(hasQuery && { query: anything }),
    ...(hasBody && { body: anything }),
  };
}
