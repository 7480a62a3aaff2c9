import { useEffect, useState } from 'preact/hooks';
import * as z from 'zod/mini';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import type { ControlOperation } from '../../control-api/routes/operations.ts';
import { useApp } from './context.ts';

/** Returns the operations that only this mock has. Their schemas accept everything. Undefined until they are known. */
export function useOwnEndpoints(): readonly Endpoint[] | undefined {
  const { session, run } = useApp();
  const [endpoints, setEndpoints] = useState<readonly Endpoint[]>();
  const load = async () => {
    const { operations } = await session.control.call('GET /operations');
    setEndpoints(operations.map(toEndpoint));
  };
  useEffect(() => void run(load), [session]);
  return endpoints;
}

function toEndpoint({ hasQuery, hasBody, ...operation }: ControlOperation): Endpoint {
  const anything = z.looseObject({});
  return {
    // No operation of the contract has the method PUT.
    ...(operation as Pick<Endpoint, 'name' | 'method' | 'path' | 'permission'>),
    resource: '',
    errors: [],
    response: z.unknown(),
    ...(hasQuery && { query: anything }),
    ...(hasBody && { body: anything }),
  };
}
