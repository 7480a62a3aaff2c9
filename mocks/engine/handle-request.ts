import { errorMessages } from '../../src/contract/errors.ts';
import type { Redact } from '../../src/wire/redact-token.ts';
import type { FaultKind } from '../controls/faults/fault-kinds.ts';
import { applyFault, type FaultDecision, type InjectedFault, noResponse } from '../controls/faults/faults.ts';
import { type ClosestFault, createRecordRedact } from '../controls/journal-entry.ts';
import { allows } from '../controls/permissions.ts';
import { policiesForEndpoint } from '../controls/policies.ts';
import { type Authentication, requirePrincipal } from '../controls/tokens.ts';
import { formatData } from '../resources/format-data.ts';
import { paginate } from '../resources/paginate.ts';
import { WorkspaceStore } from '../resources/workspace.ts';
import { stripBasePath } from '../shared/base-url.ts';
import { apiErrorResponse, HttpError } from '../shared/http-error.ts';
import { jsonText, type MockRequest, type MockResponse, pathOf } from '../shared/http-messages.ts';
import type { Engine } from './engine.ts';
import { prepare } from './prepare-operation.ts';
import { type RawBody, readBody } from './request-body.ts';
import { findRoute, hasBrackets, isOwn, type MatchedRoute } from './routes.ts';
import { successJson } from './success-json.ts';

/** A response, with the operation and the fault of its request. */
export interface HandledRequest {
  readonly response: MockResponse;
  /** The operation, for example `products.update`. Undefined if the request does not match one. */
  readonly operation: string | undefined;
  /** The kind of fault that was injected. */
  readonly fault: FaultKind | undefined;
}

/** A request that is being handled. */
interface StartedCall {
  readonly request: MockRequest;
  /** Path and query, without the path of the base URL. */
  readonly url: string;
  readonly outsideBaseUrl: boolean;
  readonly route: MatchedRoute | HttpError;
  /** The endpoint, if the request matches an operation. */
  readonly endpoint: MatchedRoute['endpoint'] | undefined;
  /** Whether bracketed keys of the body are groups. */
  readonly hasBrackets: boolean;
  /** The number of the request in the journal. */
  readonly arrival: number;
  /** The time by the clock of the mock. */
  readonly time: number;
  /** The time by the clock of the machine, for the duration. */
  readonly startedAt: number;
  readonly generation: number;
}

/** The result of an operation. */
interface Result {
  readonly response: MockResponse;
  /** The id of the first change that the call, or anything after it, makes in the history. */
  readonly nextChange: number;
  /** Whether the call made this change. */
  readonly hasChange: boolean;
}

/** Handles a request. Never rejects. */
export async function handleRequest(engine: Engine, request: MockRequest): Promise<HandledRequest> {
  if (engine.isClosed) return { response: noResponse, operation: undefined, fault: undefined };
  try {
    return await handleCall(engine, startCall(engine, request));
  } catch (error) {
    // A function of the user has failed, for example the clock.
    return { response: apiErrorResponse(error), operation: undefined, fault: undefined };
  }
}

async function handleCall(engine: Engine, call: StartedCall): Promise<HandledRequest> {
  const { request } = call;
  const authenticate = () => engine.tokens.authenticate(request.header('authorization'));
  let authentication = authenticate();
  const workspace = authentication.principal?.workspace;
  const needsBody = call.endpoint?.body && authentication.principal;
  const { maxBodyBytes } = engine.options;
  let rawBody: RawBody;
  // Faults apply in the order in which calls arrive, unless one of them depends on a body.
  const readsFirst = engine.faults.needsBody;
  if (needsBody && readsFirst) {
    rawBody = await readBody(request, maxBodyBytes);
    authentication = authenticate();
  }
  const { fault, closestFault } = decideFault(engine, call, authentication, rawBody);
  if (needsBody && !readsFirst) rawBody = await readBody(request, maxBodyBytes);
  if (fault?.wait) {
    // After the body: it would be lost if the caller gave up, and the server would time out if nobody read it.
    request.discard?.();
    await fault.wait(request.signal);
  }
  // The token may have been revoked while the body arrived, or since a fault began to apply.
  if (needsBody || fault) authentication = authenticate();
  try {
    return await runCall(engine, call, { authentication, workspace, rawBody, fault, closestFault });
  } finally {
    fault?.end();
  }
}

/** A call whose body has arrived and whose delays are over. */
interface ReadyCall extends FaultDecision {
  readonly authentication: Authentication;
  /** The workspace of the token when the call arrived. */
  readonly workspace: string | undefined;
  readonly rawBody: RawBody;
}

/** Runs the operation of a call, stores its change, and holds its response if a fault does. */
async function runCall(
  engine: Engine,
  call: StartedCall,
  { workspace, rawBody, fault, closestFault, ...ready }: ReadyCall,
): Promise<HandledRequest> {
  const { request, endpoint } = call;
  let { authentication } = ready;
  let result: Result | undefined;
  // A dropped call must not reach the storage, which may be about to be deleted.
  const queue = engine.generation === call.generation ? engine.state.queue : undefined;
  // Synchronous, so that each call runs atomically.
  const run = () => {
    if (engine.generation !== call.generation) return;
    // The token may have been revoked while other calls ran first.
    if (queue) authentication = engine.tokens.authenticate(request.header('authorization'));
    const skipsOperation = fault?.skipsOperation === true && authentication.principal !== undefined;
    const nextChange = engine.history.nextId;
    const response = skipsOperation
      ? noResponse
      : engine.state.runAs({ origin: 'request', operation: endpoint?.name }, () =>
          respond(engine, call, authentication, rawBody),
        );
    engine.state.commit();
    result = { response, nextChange, hasChange: engine.history.nextId > nextChange };
  };
  const isWrite = mayWrite(call.route) && fault?.skipsOperation !== true;
  try {
    if (queue) await (isWrite ? queue.write(run) : queue.read(run));
    else run();
  } catch (error) {
    // The change was undone. A storage with limits responds with a status of its own.
    const response = apiErrorResponse(error, { problem: 'The mock could not store the change' });
    result = { nextChange: engine.history.nextId, ...result, response, hasChange: false };
  }
  // The records may have been replaced while the change was stored.
  if (!result || engine.generation !== call.generation) return droppedCall(call);
  const seen = authentication.principal && { fault, closestFault, rawBody };
  const faulty = seen?.fault ? applyFault(seen.fault, result.response) : result.response;
  const hold = faulty.status > 0 ? seen?.fault?.holdResponse : undefined;
  const response = hold ? await hold(faulty, request.signal) : faulty;
  if (engine.generation !== call.generation) return droppedCall(call);
  return finish(engine, call, {
    ...seen,
    ...result,
    response,
    originalResponse: response === faulty ? undefined : faulty,
    workspace,
  });
}

function droppedCall({ endpoint }: StartedCall): HandledRequest {
  return { response: noResponse, operation: endpoint?.name, fault: undefined };
}

/** Decides which faults apply to a call. A caller without a valid token must not use up a fault. */
function decideFault(
  engine: Engine,
  { request, url, route, endpoint, hasBrackets, generation }: StartedCall,
  { principal }: Authentication,
  rawBody: RawBody,
): FaultDecision {
  if (!principal || engine.faults.isEmpty || engine.generation !== generation) return {};
  let redactSent: Redact | undefined;
  // Only the description of a fault that does not apply needs it.
  const redact: Redact = (text) => {
    redactSent ??= createRecordRedact({ url, headers: request.headers() }, (each) => engine.tokens.redact(each));
    return redactSent(text);
  };
  return engine.faults.next(
    {
      operation: endpoint?.name,
      method: request.method,
      url,
      params: route instanceof HttpError ? {} : route.params,
      workspace: principal.workspace,
      user: principal.user,
      header: (name) => request.header(name),
      rawBody: typeof rawBody === 'string' ? rawBody : undefined,
      hasBrackets,
    },
    redact,
  );
}

function startCall(engine: Engine, request: MockRequest): StartedCall {
  const basePath = engine.options.baseUrl.path;
  const url = stripBasePath(basePath, request.url);
  const path = pathOf(request.url);
  const acceptsSlash = engine.policies.trailingSlash === 'accept';
  const route = findRoute(engine.routes, request.method, acceptsSlash ? path.replace(/(?<=.)\/$/, '') : path, basePath);
  return {
    request,
    url: url ?? request.url,
    outsideBaseUrl: url === undefined,
    route,
    endpoint: route instanceof HttpError ? undefined : route.endpoint,
    hasBrackets: route instanceof HttpError || hasBrackets(route),
    arrival: engine.journal.countArrival(),
    time: engine.clock.now(),
    startedAt: performance.now(),
    generation: engine.generation,
  };
}

/** Runs the checks in their documented order, then the operation. */
function respond(
  engine: Engine,
  { route, url, request }: StartedCall,
  authentication: Authentication,
  rawBody: RawBody,
): MockResponse {
  let rateLimitHeaders: MockResponse['headers'] | undefined;
  try {
    if (route instanceof HttpError) throw route; // 404, 405, 501
    const principal = requirePrincipal(authentication, engine.policies); // 401
    const { endpoint } = route;
    const chosen = engine.policies;
    const policies = isOwn(route) ? chosen : policiesForEndpoint(route.endpoint, chosen);
    const rateLimit = engine.rateLimiter.take(policies, principal.workspace, engine.clock);
    rateLimitHeaders = rateLimit?.headers;
    if (rateLimit?.allowed === false) throw new HttpError(429, 'Too many requests'); // 429
    const isPermitted = principal.permissions.some((granted) => allows(granted, endpoint.permission));
    if (!isPermitted) throw new HttpError(403, errorMessages.forbidden); // 403
    const workspace = new WorkspaceStore(principal.workspace, engine.database, policies, hasBrackets(route));
    const input = { request, url, rawBody, params: route.params, workspace, user: principal.user, policies };
    const run = prepare(route, input); // 413, 415, 400
    const createResponse = () => {
      const { data, headers } = paginate(run(), request, policies); // 400
      const status = endpoint.method === 'POST' ? policies.createdStatus : 200;
      return jsonText(
        (isOwn(route) ? route.endpoint.status : undefined) ?? status,
        successJson(formatData(data, policies)),
        headers ? { ...rateLimitHeaders, ...headers } : rateLimitHeaders,
      );
    };
    // The response belongs to the transaction: a call that fails because of its response changes nothing either.
    return mayWrite(route) ? engine.database.transaction(createResponse) : createResponse();
  } catch (error) {
    return apiErrorResponse(error, { headers: rateLimitHeaders });
  }
}

/** Whether an operation may change records. Your own may do so with every method. */
function mayWrite(route: MatchedRoute | HttpError): boolean {
  return !(route instanceof HttpError) && (isOwn(route) || route.endpoint.method !== 'GET');
}

interface Outcome extends Result {
  readonly originalResponse: MockResponse | undefined;
  readonly fault?: InjectedFault | undefined;
  readonly closestFault?: ClosestFault | undefined;
  readonly rawBody?: RawBody;
  readonly workspace: string | undefined;
}

/** Adds a call and its response to the journal. */
function finish(
  engine: Engine,
  call: StartedCall,
  { response, originalResponse, fault, closestFault, rawBody, workspace, nextChange, hasChange }: Outcome,
): HandledRequest {
  const { request, url, outsideBaseUrl, route, endpoint, hasBrackets, arrival, time, startedAt } = call;
  const duration = performance.now() - startedAt;
  const handled: HandledRequest = {
    response,
    operation: endpoint?.name,
    fault: fault?.kind,
  };
  engine.journal.add({
    operation: handled.operation,
    method: request.method,
    url,
    outsideBaseUrl,
    params: route instanceof HttpError ? undefined : route.params,
    workspace,
    headers: request.headers(),
    rawBody: typeof rawBody === 'string' ? rawBody : undefined,
    hasBrackets,
    response,
    originalResponse,
    arrival,
    time,
    arrivedAt: Math.round(Date.now() - duration),
    duration,
    fault: handled.fault,
    closestFault,
    nextChange,
    hasChange,
  });
  return handled;
}
