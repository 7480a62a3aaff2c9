import type * as z from 'zod/mini';
import { requestRules } from '../config/check-options.ts';
import type { Settings } from '../config/settings.ts';
import type { Endpoint, PathParameters, ReadonlyInput } from '../contract/endpoint.ts';
import { previewWithoutText, tagOf } from '../contract/printable.ts';
import type { Route } from '../contract/routes.ts';
import { InvalidRequestError } from '../errors/index.ts';
import type { RequestOptions } from '../types/options.ts';
import { ApiPromise } from './api-promise.ts';
import { ListPromise } from './list-promise.ts';
import {
  type CallSite,
  captureCallSite,
  type DataKind,
  type PreparedRequest,
  prepareRequest,
} from './prepare-request.ts';
import { fillIds } from './url.ts';

/** The input of any endpoint. */
interface AnyInput {
  readonly params?: object | undefined;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
}

/** The input of one endpoint: the path parameters, the query and the body that it has. */
type Input<E extends Endpoint> = AnyInput &
  (object extends PathParameters<E['path']>
    ? { readonly params?: undefined }
    : { readonly params: PathParameters<E['path']> }) &
  (E extends { readonly query: infer Q extends z.ZodMiniType }
    ? { readonly query: ReadonlyInput<z.input<Q>> | undefined }
    : { readonly query?: undefined }) &
  (E extends { readonly body: infer B extends z.ZodMiniType }
    ? { readonly body: ReadonlyInput<z.input<B>> }
    : { readonly body?: undefined });

/** Requests endpoints. `E` is the type of an endpoint in the contract, for example `Contract['products']['update']`. */
export type EndpointRequest = ReturnType<typeof createEndpointRequest>;

type ItemOf<List> = List extends readonly (infer Item)[] ? Item : never;

/** Creates the function with which the resources of a client send requests. */
export function createEndpointRequest(settings: Settings) {
  function request<E extends Endpoint = never>(
    route: Pick<E, keyof Route>,
    input: Input<E>,
    options: RequestOptions | undefined,
  ) {
    const callSite = captureCallSite(request);
    return new ApiPromise<z.output<E['response']>>(
      prepare('record', route, input, settings, options, callSite),
      callSite,
    );
  }

  /** Requests a list. */
  function list<E extends Endpoint = never>(
    route: Pick<E, keyof Route>,
    query: object | undefined,
    options: RequestOptions | undefined,
  ) {
    const callSite = captureCallSite(list);
    return new ListPromise<ItemOf<z.output<E['response']>>>(
      prepare('list', route, { query }, settings, options, callSite),
      callSite,
    );
  }

  return Object.assign(request, { list });
}

/** Prepares a request synchronously. It is `async` only because a method rejects, and does not throw. */
async function prepare(
  kind: DataKind,
  { name, method, path: route }: Route,
  input: AnyInput,
  settings: Settings,
  options: RequestOptions | undefined,
  callSite: CallSite,
): Promise<PreparedRequest> {
  const { params, query, body } = input;
  if (kind === 'list') checkQuery(name, query);
  const path = fillIds(route, params);
  // Even if it is undefined, which `encodeBody` rejects: each body of the contract is an object.
  const hasGroups = 'body' in input;
  return prepareRequest({ name, method, route, path, query, body, hasGroups, kind }, settings, options, callSite);
}

/** Rejects options and the context of a query function, which JavaScript can pass as the query. */
function checkQuery(name: string, query: unknown): void {
  // Another object, such as URLSearchParams, has its parameters elsewhere than in its properties.
  const isPlain = tagOf(query) === 'Object';
  // As a parameter, an `apiToken` would end up in logs of the service.
  const option = isPlain
    ? Object.keys(query ?? {}).find((key) => key === 'queryKey' || Object.hasOwn(requestRules, key))
    : undefined;
  if (query === undefined || (isPlain && !option)) return;
  throw new InvalidRequestError(
    `${name}: the first parameter must be a query, received ${isPlain ? `options (${option})` : previewWithoutText(query)}. ` +
      `Pass options as the second parameter, for example queryFn: ({ signal }) => client.${name}({}, { signal }).`,
  );
}
