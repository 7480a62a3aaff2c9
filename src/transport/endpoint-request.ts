/** How the resources request the operations of the contract. */
import type * as z from 'zod/mini';
import type { Endpoint, PathParameters } from '../contract/endpoint.ts';
import type { Route } from '../contract/routes.ts';
import type { RequestOptions } from '../types/options.ts';
import { encodeBrackets } from '../wire/brackets.ts';
import type { ApiPromise } from './api-promise.ts';
import type { Transport } from './transport.ts';
import { fillPath, type Query } from './url.ts';

/** What any request may be given. */
interface AnyInput {
  readonly params?: object | undefined;
  readonly query?: Query | undefined;
  readonly body?: object | undefined;
}

/** What a request of an endpoint is given: the parameters of its path, its query and its body, where it has them. */
type Input<E extends Endpoint> = AnyInput &
  (object extends PathParameters<E['path']>
    ? { readonly params?: undefined }
    : { readonly params: PathParameters<E['path']> }) &
  (E extends { readonly query: infer Q extends z.ZodMiniType }
    ? { readonly query: z.input<Q> | undefined }
    : { readonly query?: undefined }) &
  (E extends { readonly body: infer B extends z.ZodMiniType }
    ? { readonly body: z.input<B> }
    : { readonly body?: undefined });

/** Calls an endpoint; `E` is its type in the contract, such as `typeof products.update`. */
export type EndpointRequest = <E extends Endpoint = never>(
  route: Pick<E, keyof Route>,
  input: Input<E>,
  options: RequestOptions | undefined,
) => ApiPromise<z.output<E['response']>>;

/** What the resources of a client request endpoints with. */
export function createEndpointRequest(transport: Transport): EndpointRequest {
  return function send<E extends Endpoint>(
    { name, method, path }: Pick<E, keyof Route>,
    input: Input<E>,
    options: RequestOptions | undefined,
  ) {
    const { params, query, body }: AnyInput = input;
    return transport.request<z.output<E['response']>>(
      { name, method, query, body, path: () => fillPath(path, params), encode: encodeBrackets },
      options,
      send,
    );
  };
}
