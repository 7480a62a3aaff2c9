import { errorMessages } from '../../src/contract/errors.ts';
import type { Redact } from '../../src/wire/redact-token.ts';
import type { FaultKind } from '../controls/faults/fault-kinds.ts';
import { applyFault, noResponse } from '../controls/faults/fault-response.ts';
import type { FaultDecision } from '../controls/faults/faults.ts';
import { createRecordRedact } from '../controls/journal-entry.ts';
import { allows } from '../controls/permissions.ts';
import { policiesForEndpoint } from '../controls/policies.ts';
import { type Authentication, type Principal, requirePrincipal, sentToken } from '../controls/tokens.ts';
import { findRoute, type MatchedRoute } from '../operations/find-route.ts';
import type { Operation } from '../operations/operation.ts';
import { type RawBody, readBody } from '../operations/request-body.ts';
import { CallScope, createCallDatabase } from '../resources/call-database.ts';
import { successResponse } from '../resources/success-response.ts';
import { stripBasePath } from '../shared/base-url.ts';
import { apiErrorResponse, HttpError, unauthorized } from '../shared/http-error.ts';
import { type MockRequest, type MockResponse, pathOf } from '../shared/http-messages.ts';
import type { Engine } from './engine.ts';

/** A response, with the operation and the fault of its request. */
export interface HandledRequest {
  /** The response. */
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
  /** The operation, if the request matches one. */
  readonly operation: Operation | undefined;
  /** The parameters in its path. */
  readonly params: MatchedRoute['params'] | undefined;
  /** Whether bracketed keys of the body are groups. */
  readonly hasBrackets: boolean;
  readonly token: string | undefined;
  /** The principal of the token when the call arrived. */
  readonly principal: Principal | undefined;
  readonly readsBody: boolean;
  /** The number of the request in the journal. */
  readonly arrival: number;
  /** The time by the clock of the mock. */
  readonly time: number;
  /** The time by the clock of the machine, for the duration. */
  readonly startedAt: number;
  readonly generation: number;
}

/** A call whose body has arrived and whose delays are over. */
interface ReceivedCall extends FaultDecision {
  readonly rawBody: RawBody;
}

/** The result of an operation. */
interface Result {
  readonly response: MockResponse;
  /** Whether the token was valid. Otherwise, no fault applies, and the journal has no body. */
  readonly isAuthenticated: boolean;
  /** The id of the first change that the call, or anything after it, makes in the history. */
  readonly nextChange: number;
  /** Whether the call made this change. */
  readonly hasChange: boolean;
}

/** Handles a request. Never rejects. */
export async function handleRequest(engine: Engine, request: MockRequest): Promise<HandledRequest> {
  if (engine.isClosed) return { response: noResponse, operation: undefined, fault: undefined };
  try {
    const call = startCall(engine, request);
    const dropped = { response: noResponse, operation: call.operation?.name, fault: undefined };
    // Most calls wait for nothing.
    const received: ReceivedCall =
      call.readsBody || !engine.faults.isEmpty ? await receive(engine, call) : { rawBody: undefined };
    try {
      const result = engine.state.queue ? await runQueued(engine, call, received) : run(engine, call, received);
      // The records may have been replaced while the change was stored.
      if (!result || isDropped(engine, call)) return dropped;
      const fault = result.isAuthenticated ? received.fault : undefined;
      const faulty = fault ? applyFault(fault, result.response) : result.response;
      const isHeld = fault?.holdResponse && faulty.status > 0;
      const response = isHeld ? await fault.holdResponse(faulty, request.signal) : faulty;
      if (isDropped(engine, call)) return dropped;
      const originalResponse = response === faulty ? undefined : faulty;
      addToJournal(engine, call, received, { ...result, response, originalResponse });
      return { response, operation: call.operation?.name, fault: fault?.kind };
    } finally {
      received.fault?.end();
    }
  } catch (error) {
    // A function of the user has failed, for example the clock.
    return { response: apiErrorResponse(error), operation: undefined, fault: undefined };
  }
}

function startCall(engine: Engine, request: MockRequest): StartedCall {
  const basePath = engine.options.baseUrl.path;
  const url = stripBasePath(basePath, request.url);
  const path = pathOf(request.url);
  const acceptsSlash = engine.policies.trailingSlash === 'accept';
  const routedPath = acceptsSlash ? path.replace(/(?<=.)\/$/, '') : path;
  const route = findRoute(engine.operations.routes, request.method, routedPath, basePath);
  const { operation, params } = 'operation' in route ? route : { operation: undefined, params: undefined };
  const token = sentToken(request.header('authorization'));
  const { principal } = engine.tokens.authenticate(token);
  return {
    request,
    url: url ?? request.url,
    outsideBaseUrl: url === undefined,
    route,
    operation,
    params,
    hasBrackets: operation?.hasBrackets ?? true,
    token,
    principal,
    readsBody: operation?.hasBody === true && principal !== undefined,
    arrival: engine.journal.countArrival(),
    time: engine.clock.now(),
    startedAt: performance.now(),
    generation: engine.generation,
  };
}

/** Whether the mock was reset, restored or closed since a call has started. The call then gets no response. */
function isDropped(engine: Engine, { generation }: StartedCall): boolean {
  return engine.generation !== generation;
}

/** Reads the body, decides which faults apply, and waits for their delays. */
async function receive(engine: Engine, call: StartedCall): Promise<ReceivedCall> {
  const { request } = call;
  const read = () => (call.readsBody ? readBody(request, engine.options.maxBodyBytes) : undefined);
  // Faults apply in the order in which calls arrive, unless one of them depends on a body.
  const readsFirst = engine.faults.needsBody;
  const firstBody = readsFirst ? await read() : undefined;
  const decision = decideFault(engine, call, firstBody);
  const rawBody = readsFirst ? firstBody : await read();
  if (decision.fault?.wait) {
    // After the body: it would be lost if the caller gave up, and the server would time out if nobody read it.
    request.discard?.();
    await decision.fault.wait(request.signal);
  }
  return { rawBody, ...decision };
}

/** Runs the operation of a call when it is its turn, and stores its change. Undefined if the call was dropped. */
async function runQueued(engine: Engine, call: StartedCall, received: ReceivedCall): Promise<Result | undefined> {
  // A mock that was closed must not use its store any more.
  if (isDropped(engine, call)) return undefined;
  const { history, state } = engine;
  const isWrite = call.operation?.isReadOnly === false && !received.fault?.skipsOperation;
  let result: Result | undefined;
  const runNow = () => {
    result = run(engine, call, received);
  };
  try {
    await (isWrite ? state.queue?.write(runNow) : state.queue?.read(runNow));
    return result;
  } catch (error) {
    // The change was undone, unless a direct write came after it. A storage with limits responds with its own status.
    const response = apiErrorResponse(error, { problem: 'The mock could not store the change' });
    return { nextChange: history.nextId, isAuthenticated: true, ...result, response, hasChange: false };
  }
}

/** Runs the operation of a call, unless the call was dropped. Synchronous, so that each call runs atomically. */
function run(engine: Engine, call: StartedCall, { rawBody, fault }: ReceivedCall): Result | undefined {
  if (isDropped(engine, call)) return undefined;
  const { history, state } = engine;
  // The token may have been revoked since the call has arrived.
  const authentication = engine.tokens.authenticate(call.token);
  const isAuthenticated = authentication.principal !== undefined;
  const nextChange = history.nextId;
  const response =
    fault?.skipsOperation && isAuthenticated
      ? noResponse
      : state.runAs({ origin: 'request', operation: call.operation?.name }, () =>
          respond(engine, call, authentication, rawBody),
        );
  // A call without writes has counted, for example for a fault.
  state.commit();
  return { response, isAuthenticated, nextChange, hasChange: history.nextId > nextChange };
}

/** Decides which faults apply to a call. A caller without a valid token must not use up a fault. */
function decideFault(engine: Engine, call: StartedCall, rawBody: RawBody): FaultDecision {
  const { request, url, operation, params = {}, token, hasBrackets } = call;
  if (engine.faults.isEmpty || isDropped(engine, call)) return {};
  // The token may have been revoked while the body arrived.
  const { principal } = engine.tokens.authenticate(token);
  if (!principal) return {};
  let redactSent: Redact | undefined;
  // Only the description of a fault that does not apply needs it.
  const redact: Redact = (text) => {
    redactSent ??= createRecordRedact({ url, headers: request.headers() }, (each) => engine.tokens.redact(each));
    return redactSent(text);
  };
  return engine.faults.next(
    {
      operation: operation?.name,
      method: request.method,
      url,
      params,
      workspace: principal.workspace,
      user: principal.user,
      header: (name) => request.header(name),
      rawBody: typeof rawBody === 'string' ? rawBody : undefined,
      hasBrackets,
    },
    redact,
  );
}

/** Runs the checks in their documented order, then the operation. */
function respond(
  engine: Engine,
  { route, url, request }: StartedCall,
  authentication: Authentication,
  rawBody: RawBody,
): MockResponse {
  let rateLimitHeaders: MockResponse['headers'] | undefined;
  let scope: CallScope | undefined;
  try {
    if (engine.tokenProblem && !authentication.principal) throw unauthorized(engine.tokenProblem); // 401
    if (!('operation' in route)) throw route; // 404, 405, 501
    const { workspace, user, permissions } = requirePrincipal(authentication, engine.policies); // 401
    const { operation, params } = route;
    const policies = policiesForEndpoint(operation, engine.policies);
    const rateLimit = engine.rateLimiter.take(policies, workspace, engine.clock);
    rateLimitHeaders = rateLimit?.headers;
    if (rateLimit?.allowed === false) throw new HttpError(429, 'Too many requests'); // 429
    const isPermitted = permissions.some((granted) => allows(granted, operation.permission));
    if (!isPermitted) throw new HttpError(403, errorMessages.forbidden); // 403
    const input = operation.parse({ request, url, rawBody, params, policies }); // 413, 415, 400
    scope = new CallScope(workspace, policies, operation);
    const db = createCallDatabase(engine.database, scope);
    const createResponse = () => {
      const data = operation.handle({ ...input, db, workspace, user, policies }); // 404, 409, 400
      const status = operation.status ?? (operation.method === 'POST' ? policies.createdStatus : 200);
      return successResponse(status, data, { request, policies, headers: rateLimitHeaders }); // 400
    };
    // The response belongs to the transaction: a call that fails because of its response changes nothing either.
    return operation.isReadOnly ? createResponse() : engine.database.transaction(createResponse);
  } catch (error) {
    return apiErrorResponse(error, { headers: rateLimitHeaders });
  } finally {
    if (scope) scope.isRunning = false;
  }
}

interface Outcome extends Result {
  /** The response before it was edited. */
  readonly originalResponse: MockResponse | undefined;
}

/** Adds a call and its response to the journal. */
function addToJournal(
  engine: Engine,
  call: StartedCall,
  { fault, closestFault, rawBody }: ReceivedCall,
  { response, originalResponse, isAuthenticated, nextChange, hasChange }: Outcome,
): void {
  const { request, url, outsideBaseUrl, operation, params, hasBrackets, principal, arrival, time, startedAt } = call;
  const duration = performance.now() - startedAt;
  engine.journal.add({
    operation: operation?.name,
    method: request.method,
    url,
    outsideBaseUrl,
    params,
    workspace: principal?.workspace,
    user: principal?.user,
    headers: request.headers(),
    rawBody: isAuthenticated && typeof rawBody === 'string' ? rawBody : undefined,
    hasBrackets,
    response,
    originalResponse,
    arrival,
    time,
    arrivedAt: Math.round(Date.now() - duration),
    duration,
    fault: isAuthenticated ? fault?.kind : undefined,
    closestFault: isAuthenticated ? closestFault : undefined,
    nextChange,
    hasChange,
  });
}
